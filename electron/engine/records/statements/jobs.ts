import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'

type Job = 'moving' | 'switching' | 'restoring' | 'exporting'

/** What needs the archive for itself: one at a time, and from its first moment on. */
export class Jobs {
  #now: { readonly job: Job; readonly stop: AbortController; ended: Promise<unknown> } | null = null

  constructor(private readonly changed: () => void) {}

  get now(): Job | null {
    return this.#now?.job ?? null
  }

  /** Fails where one of these is under way. */
  refuse(jobs: readonly Job[]): void {
    const { now } = this
    if (now === null || !jobs.includes(now)) return
    throw fail(`statements.${now}`, archiveText.jobs[now])
  }

  refuseAny(): void {
    this.refuse(['moving', 'switching', 'restoring', 'exporting'])
  }

  async run<T>(job: Job, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.refuseAny()
    const now = { job, stop: new AbortController(), ended: Promise.resolve() as Promise<unknown> }
    this.#now = now
    const running = work(now.stop.signal)
    now.ended = running.catch(() => {})
    this.changed()
    try {
      return await running
    } catch (thrown) {
      throw now.stop.signal.aborted ? now.stop.signal.reason : thrown
    } finally {
      this.#now = null
      this.changed()
    }
  }

  /** Ends the one that is under way, or this one alone. */
  async stop(job: Job | null, sentence: string): Promise<void> {
    const now = this.#now
    if (now === null || (job !== null && now.job !== job)) return
    now.stop.abort(fail('statements.stopped', sentence))
    await now.ended
  }
}
