import type { DayVerification, RecordingJobKind } from '#shared/contract/recording/catalog'
import type { EvidenceReport } from '#shared/contract/recording/evidence'
import type { AlertBacktest } from '#shared/contract/recording/backtest'
import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import { fail, ProblemError } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { Clock } from '../../base/clock'
import type { FetchedTime, FetchWithin } from '../shared/fetch-requests'
import type { BacktestRequest } from '../backtest/backtest'
import type { CatalogEntry } from './catalog'
import type { CatalogReply, CatalogRequest, Job, JobProgress, JobResults, SharedPlaces } from './messages'

export interface CatalogProcess {
  send(request: CatalogRequest): void
  onReply(listener: (reply: CatalogReply) => void): void
  /** Called once. */
  onEnd(listener: () => void): void
  kill(): void
}

interface RunningJob extends JobProgress {
  readonly kind: RecordingJobKind
  readonly id: number
}

interface ClientPorts {
  readonly clock: Pick<Clock, 'later'>
  /** Of all recordings. */
  readonly root: string
  /** It may be on a drive that is away. */
  readonly isMoved: boolean
  readonly shared: SharedPlaces
  readonly spawn: () => CatalogProcess
}

/** With the bytes of everything that is fetched. */
export type FetchProgress = (share: number, bytes: number) => void

type Ended = Extract<CatalogReply, { kind: 'ended' }>['result']

const disposeWithin = 2000

/** The process then ends, which frees its memory but loses the data it has read. */
const idleFor = 60_000

/** Main's end of the process that reads, verifies, deletes and copies recordings; it runs while it is used. */
export class CatalogClient implements Disposable {
  entries: readonly CatalogEntry[] = []
  sharedProblem: string | null = null
  job: RunningJob | null = null
  #process: CatalogProcess | null = null
  /** Resolves when the last job has ended. */
  #job: Promise<void> = Promise.resolve()
  #reading: Promise<void> | null = null
  #lastId = 0
  #cancelIdle: (() => void) | null = null
  #isDisposed = false
  #backtest: { readonly id: number; readonly onProgress: (share: number) => void } | null = null
  readonly #waiting = new Map<number, (result: Ended) => void>()
  /** By the ID of a fetch that is not a job. */
  readonly #fetching = new Map<number, FetchProgress>()
  /** By log and day. */
  readonly #verified = new Map<string, DayVerification>()
  readonly #changed = new Emitter()
  readonly onChange = this.#changed.on

  constructor(private readonly ports: ClientPorts) {}

  get isReading(): boolean {
    return this.#reading !== null
  }

  verificationOf(log: string, day: string): DayVerification | null {
    return this.#verified.get(verifiedKey(log, day)) ?? null
  }

  /** Resolves when everything was read. */
  read(): Promise<void> {
    this.#reading ??= this.#ask((id) => ({
      kind: 'read',
      id,
      root: this.ports.root,
      isMoved: this.ports.isMoved,
      shared: this.ports.shared
    }))
      .then(() => {})
      .finally(() => {
        this.#reading = null
        this.#changed.fire()
      })
    return this.#reading
  }

  /** One at a time; null if it was cancelled. */
  async run<Kind extends RecordingJobKind>(
    job: Extract<Job, { kind: Kind }>
  ): Promise<JobResults[Kind] | null> {
    this.refuse()
    const { kind } = job
    try {
      const asked = this.#ask((id) => {
        const first = 'logs' in job ? job.logs[0] : undefined
        const log = 'log' in job ? job.log : (first?.log ?? null)
        this.job = { kind, id, log, day: first?.days[0] ?? null, share: 0 }
        this.#changed.fire()
        return { ...job, id } as CatalogRequest
      })
      this.#job = asked.then(
        () => {},
        () => {}
      )
      return (await asked) as JobResults[Kind] | null
    } finally {
      this.job = null
      this.#changed.fire()
      if (!this.#isDisposed && ['remove', 'import', 'fetch'].includes(kind)) await this.read()
    }
  }

  /** The checks of a bundle of evidence; null once cancelled. */
  check = async (
    file: string,
    ownKey: string | null,
    signal: AbortSignal
  ): Promise<EvidenceReport | null> => {
    if (signal.aborted) return null
    let asked = 0
    // The process answers late, since a bundle is checked in one go.
    const cancel = () => {
      this.#process?.send({ kind: 'cancel', id: asked })
      this.#waiting.get(asked)?.({ ok: true, value: null })
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return (await this.#ask((id) => {
        asked = id
        return { kind: 'check', id, file, ownKey }
      })) as EvidenceReport | null
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  /** Not a job: null while one runs, and once one begins. */
  async fetchWithin(
    wanted: FetchWithin,
    signal: AbortSignal,
    onProgress: FetchProgress = () => undefined
  ): Promise<FetchedTime | null> {
    if (this.job || this.#isDisposed || signal.aborted) return null
    const { root, shared } = this.ports
    let asked = 0
    const cancel = () => this.#process?.send({ kind: 'cancel', id: asked })
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const fetched = (await this.#ask((id) => {
        asked = id
        this.#fetching.set(id, onProgress)
        return { kind: 'fetchWithin', id, root, shared, wanted }
      })) as FetchedTime | null
      // The list is shown.
      if (fetched && fetched.fetched > 0 && this.entries.length > 0) void this.read().catch(() => undefined)
      return fetched
    } finally {
      this.#fetching.delete(asked)
      signal.removeEventListener('abort', cancel)
    }
  }

  /** When an alert would have fired; null if it was cancelled, also by another one. */
  async backtest(
    log: string,
    wanted: BacktestRequest,
    onProgress: (share: number) => void
  ): Promise<AlertBacktest | null> {
    this.cancelBacktest()
    return (await this.#ask((id) => {
      this.#backtest = { id, onProgress }
      return { kind: 'backtest', id, log, wanted }
    })) as AlertBacktest | null
  }

  cancelBacktest(): void {
    if (this.#backtest) this.#process?.send({ kind: 'cancel', id: this.#backtest.id })
    this.#backtest = null
  }

  /** Fails while a job is running. */
  refuse(): void {
    if (this.job) throw fail('recording.busy', recordingText.busy, { retryable: true })
  }

  cancel(): void {
    if (this.job) this.#process?.send({ kind: 'cancel', id: this.job.id })
  }

  /** Everything is deleted. */
  clear(): void {
    this.#end()
    this.entries = []
    this.#verified.clear()
    this.#changed.fire()
  }

  /** A job under way removes what it has not finished, unless that takes too long. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    this.#changed.dispose()
    const job = this.#job
    this.cancel()
    let cancelWait = () => {}
    const timeout = new Promise<void>(
      (resolve) => (cancelWait = this.ports.clock.later(disposeWithin, resolve))
    )
    await Promise.race([job, timeout])
    cancelWait()
    this.#end()
  }

  #ask(request: (id: number) => CatalogRequest) {
    this.#cancelIdle?.()
    this.#cancelIdle = null
    const process = (this.#process ??= this.#spawn())
    const id = ++this.#lastId
    return new Promise<Ended>((resolve) => {
      this.#waiting.set(id, resolve)
      process.send(request(id))
    }).then((result) => {
      if (!result.ok) throw new ProblemError(result.error)
      return result.value
    })
  }

  #spawn(): CatalogProcess {
    const process = this.ports.spawn()
    process.onReply((reply) => this.#receive(reply))
    process.onEnd(() => {
      if (this.#process === process) this.#end()
    })
    return process
  }

  #receive(reply: CatalogReply): void {
    switch (reply.kind) {
      case 'entries':
        this.entries = reply.entries
        this.sharedProblem = reply.sharedProblem
        break
      case 'backtested':
        if (this.#backtest?.id === reply.id) this.#backtest.onProgress(reply.share)
        return
      case 'fetching':
        this.#fetching.get(reply.id)?.(reply.share, reply.bytes)
        return
      case 'progress':
        if (this.job?.id === reply.id) {
          const { log, day, share } = reply
          this.job = { ...this.job, log, day, share }
        }
        break
      case 'verified':
        if (this.job?.id === reply.id)
          this.#verified.set(verifiedKey(reply.log, reply.day), reply.verification)
        break
      case 'ended':
        if (this.#backtest?.id === reply.id) this.#backtest = null
        this.#waiting.get(reply.id)?.(reply.result)
        this.#waiting.delete(reply.id)
        if (this.#waiting.size === 0) this.#cancelIdle = this.ports.clock.later(idleFor, () => this.#end())
    }
    this.#changed.fire()
  }

  #end(): void {
    this.#cancelIdle?.()
    const process = this.#process
    this.#process = null
    this.#backtest = null
    process?.kill()
    const { problem: error } = fail('recording.catalog-stopped', recordingText.catalogStopped, {
      retryable: true
    })
    for (const resolve of this.#waiting.values()) resolve({ ok: false, error })
    this.#waiting.clear()
  }
}

const verifiedKey = (log: string, day: string) => `${log}\n${day}`
