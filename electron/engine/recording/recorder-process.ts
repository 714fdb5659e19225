import type { Clock } from '../base/clock'
import type { RecorderReply, RecorderRequest } from './messages'

export interface RecorderProcess {
  send(request: RecorderRequest): void
  onReply(listener: (reply: RecorderReply) => void): void
  /** Called once. */
  onEnd(listener: () => void): void
  kill(): void
}

type Closed = Extract<RecorderReply, { kind: 'closed' }>

const killWithin = 1000

/**
 * Resolves with the answer when the process ended or cannot be ended; null if it gave none.
 * @param until monotonic; it is killed then
 * @param isReady false while the log is being opened, after which it is told to close anyway
 */
export async function closeRecorder(
  clock: Clock,
  process: RecorderProcess,
  until: number,
  isReady: boolean
): Promise<Closed | null> {
  let closed: Closed | null = null
  await new Promise<void>((ended) => {
    const cancelKill = clock.later(until - clock.monotonic(), () => process.kill())
    // The disk may not let it go.
    const cancelWait = clock.later(until - clock.monotonic() + killWithin, ended)
    process.onEnd(() => {
      cancelKill()
      cancelWait()
      ended()
    })
    process.onReply((reply) => {
      if (reply.kind !== 'closed') return
      closed = reply
      process.kill()
    })
    if (isReady) process.send({ kind: 'close' })
  })
  return closed
}
