import type { Clock } from '#engine/base/clock'
import type { Log } from '#engine/base/log/index'
import type { Recordings } from '#engine/recording/index'
import type { Sealing } from '#engine/recording/sealing/sealing'
import type { FeatureHandlers } from '#shared/contract/index'
import type { WaitingEvidence } from '#shared/contract/recording/evidence'
import type { DeskState, RecordingState } from '#shared/contract/recording/recording'
import { ChangeNotifier } from '../base/change-notifier'
import type { Pushes } from '../base/ipc/pushes'

interface StateParts {
  readonly clock: Clock
  readonly recordings: Pick<Recordings, 'state' | 'onChange' | 'verify' | 'cancelVerification'>
  readonly sealing: Pick<Sealing, 'state'>
  readonly desk: () => DeskState | null
  readonly waitingEvidence: () => readonly WaitingEvidence[]
  readonly retryDesk: () => void
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly warn: (sentence: string) => void
  readonly log: Log
}

const sizeEvery = 10_000

/** The state of the recording, as windows show it. */
export function setUpState({
  clock,
  recordings,
  sealing,
  retryDesk,
  pushes,
  warn,
  log,
  ...parts
}: StateParts) {
  const state = (): RecordingState => ({
    ...recordings.state,
    sealing: sealing.state,
    desk: parts.desk(),
    waitingEvidence: parts.waitingEvidence()
  })
  const changes = new ChangeNotifier(clock, () => pushes.broadcast('recording.changed', state()))
  let pushedAt = -Infinity
  let pushed = ''
  /** Most changes are of the size alone. */
  const push = () => {
    const { bytes: _, ...rest } = state()
    const content = JSON.stringify(rest)
    const now = clock.monotonic()
    if (content === pushed && now - pushedAt < sizeEvery) return
    pushed = content
    pushedAt = now
    changes.changed()
  }
  let reported: string | null = null
  const report = () => {
    const { problem } = recordings.state
    if (problem !== null && problem !== reported) {
      log.warn(problem)
      warn(problem)
    }
    reported = problem
  }
  recordings.onChange(() => {
    push()
    report()
  })
  const handlers: FeatureHandlers<'recording'> = {
    read: state,
    async verify() {
      await recordings.verify()
      return state()
    },
    async cancelVerification() {
      await recordings.cancelVerification()
      return null
    },
    retryDesk() {
      retryDesk()
      return null
    }
  }
  return { handlers, push, dispose: () => changes.dispose() }
}
