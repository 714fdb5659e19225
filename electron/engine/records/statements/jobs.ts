import type { Job, JobKind, JobProgress } from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { FetchQueue } from './fetch/queue'
import type { Opening } from './opening'

/** Of one job: its signal to stop, and its progress. */
export interface JobControl {
  readonly signal: AbortSignal
  readonly report: (progress: Partial<JobProgress>) => void
}

interface JobsPorts {
  readonly changed: () => void
  readonly opening: Pick<Opening, 'refuseNow'>
  readonly queue: () => Pick<FetchQueue, 'running' | 'hold'>
}

interface Running {
  job: Job
  readonly stop: AbortController
  ended: Promise<unknown>
}

const text = archiveText.jobs
/** They change the archive or its location: nothing else may do so meanwhile, and fetches wait. */
const exclusive: readonly JobKind[] = ['moving', 'switching', 'restoring']
const stopped = (kind: JobKind) => fail('statements.stopped', text.stopped[kind])

/** The job that is running: one at a time. An automatic one ends when another is asked for. */
export class Jobs {
  #running: Running | null = null

  constructor(private readonly ports: JobsPorts) {}

  get now(): Job | null {
    return this.#running?.job ?? null
  }

  get isExclusive(): boolean {
    return this.now !== null && exclusive.includes(this.now.kind)
  }

  /** Fails while one of these jobs is running. */
  refuse(kinds: readonly JobKind[] = exclusive): void {
    const { now } = this
    if (now !== null && kinds.includes(now.kind)) throw fail(`statements.${now.kind}`, text[now.kind])
  }

  async run<T>(
    kind: JobKind,
    work: (control: JobControl) => Promise<T>,
    { automatic = false } = {}
  ): Promise<T> {
    this.ports.opening.refuseNow()
    const before = this.#running
    if (before && !before.job.automatic) throw fail(`statements.${before.job.kind}`, text[before.job.kind])
    const isAlone = exclusive.includes(kind)
    const queue = this.ports.queue()
    if (isAlone && queue.running) throw fail('statements.fetching', text.fetching)
    const release = isAlone ? queue.hold() : () => {}
    const stop = new AbortController()
    const job = { kind, automatic, done: 0, of: 0, bytes: 0, ofBytes: 0, folder: null }
    const running: Running = { job, stop, ended: Promise.resolve() }
    this.#running = running
    const report = (progress: Partial<JobProgress>) => {
      running.job = { ...running.job, ...progress }
      this.ports.changed()
    }
    const begin = async () => {
      stop.signal.throwIfAborted()
      return work({ signal: stop.signal, report })
    }
    const result = before ? this.#end(before, stopped(before.job.kind)).then(begin) : begin()
    running.ended = result.catch(() => {})
    this.ports.changed()
    try {
      return await result
    } catch (thrown) {
      throw stop.signal.aborted ? stop.signal.reason : thrown
    } finally {
      if (this.#running === running) this.#running = null
      release()
      this.ports.changed()
    }
  }

  /** Stops the job if it is of this kind; resolves when it has ended. */
  async stop(kind: JobKind): Promise<void> {
    if (this.#running?.job.kind === kind) await this.#end(this.#running, stopped(kind))
  }

  async dispose(): Promise<void> {
    if (this.#running) await this.#end(this.#running, fail('statements.stopped', text.quitting))
  }

  async #end({ stop, ended }: Running, reason: Error): Promise<void> {
    stop.abort(reason)
    await ended
  }
}
