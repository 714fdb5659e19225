import { fail, toProblem, type Problem, type Result } from '#shared/domain/base/problem'
import { diskReason } from '../base/files'

const progressEvery = 200

/** The work that a process does for others, by the ID of its request. */
export class RunningWork {
  readonly #running = new Map<number, AbortController>()

  cancel(id: number): void {
    this.#running.get(id)?.abort()
  }

  /** Null if it was cancelled. `onDisk` says in a sentence what the disk refused. */
  async run<Value>(
    id: number,
    work: (signal: AbortSignal) => Promise<Value>,
    onDisk: (reason: string) => string
  ): Promise<Result<Value | null>> {
    const stop = new AbortController()
    this.#running.set(id, stop)
    try {
      return { ok: true, value: await work(stop.signal) }
    } catch (thrown) {
      return stop.signal.aborted ? { ok: true, value: null } : { ok: false, error: problemOf(thrown, onDisk) }
    } finally {
      this.#running.delete(id)
    }
  }
}

function problemOf(thrown: unknown, onDisk: (reason: string) => string): Problem {
  if (!(thrown instanceof Error && 'code' in thrown)) return toProblem(thrown)
  return fail('recording.disk', onDisk(diskReason(thrown)), { retryable: true, cause: thrown }).problem
}

/** Reports a few times a second. */
export function spaced<Args extends readonly unknown[]>(
  report: (...args: Args) => void
): (...args: Args) => void {
  let reportedAt = -Infinity
  return (...args) => {
    if (performance.now() - reportedAt < progressEvery) return
    reportedAt = performance.now()
    report(...args)
  }
}
