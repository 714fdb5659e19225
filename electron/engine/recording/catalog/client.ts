import type { DayVerification, PastCost, RecordingJobKind } from '#shared/contract/recording/catalog'
import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import { fail, ProblemError, type Result } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { Clock } from '../../base/clock'
import type { WantedCosts } from '../costs/past-costs'
import type { CatalogEntry } from './catalog'
import type { CatalogReply, CatalogRequest } from './messages'

export interface CatalogProcess {
  send(request: CatalogRequest): void
  onReply(listener: (reply: CatalogReply) => void): void
  /** Called once. */
  onEnd(listener: () => void): void
  kill(): void
}

interface Job {
  readonly kind: RecordingJobKind
  readonly id: number
  readonly log: string
  readonly day: string
  readonly share: number
}

interface ClientPorts {
  readonly clock: Pick<Clock, 'later'>
  /** Of all recordings. */
  readonly root: string
  readonly spawn: () => CatalogProcess
}

/** What the process has read is lost then, but not its memory. */
const idleFor = 60_000

/** Main's end of the process that reads, verifies and deletes recordings; it runs while it is used. */
export class CatalogClient implements Disposable {
  entries: readonly CatalogEntry[] = []
  job: Job | null = null
  #process: CatalogProcess | null = null
  #reading: Promise<void> | null = null
  #lastId = 0
  #cancelIdle: (() => void) | null = null
  readonly #waiting = new Map<number, (result: Result<boolean>) => void>()
  readonly #costs = new Map<number, readonly PastCost[]>()
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
    this.#reading ??= this.#ask((id) => ({ kind: 'read', id, root: this.ports.root }))
      .then(() => {})
      .finally(() => {
        this.#reading = null
        this.#changed.fire()
      })
    return this.#reading
  }

  /** False if it was cancelled. */
  async run(kind: RecordingJobKind, log: string, days: readonly string[]): Promise<boolean> {
    if (this.job) throw fail('recording.busy', recordingText.busy, { retryable: true })
    try {
      return await this.#ask((id) => {
        this.job = { kind, id, log, day: days[0]!, share: 0 }
        this.#changed.fire()
        return { kind, id, log, days }
      })
    } finally {
      this.job = null
      this.#changed.fire()
      if (kind === 'remove') await this.read()
    }
  }

  /** What a size cost at recorded moments. */
  async costs(log: string, wanted: WantedCosts): Promise<readonly PastCost[]> {
    let asked = 0
    await this.#ask((id) => ({ kind: 'costs', id: (asked = id), log, wanted }))
    const found = this.#costs.get(asked) ?? []
    this.#costs.delete(asked)
    return found
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

  dispose(): void {
    this.#changed.dispose()
    this.#end()
  }

  #ask(request: (id: number) => CatalogRequest): Promise<boolean> {
    this.#cancelIdle?.()
    this.#cancelIdle = null
    const process = (this.#process ??= this.#spawn())
    const id = ++this.#lastId
    return new Promise<Result<boolean>>((resolve) => {
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
        break
      case 'progress':
        if (this.job?.id === reply.id) this.job = { ...this.job, day: reply.day, share: reply.share }
        break
      case 'verified':
        if (this.job?.id === reply.id)
          this.#verified.set(verifiedKey(this.job.log, reply.day), reply.verification)
        break
      case 'costs':
        this.#costs.set(reply.id, reply.costs)
        return
      case 'ended':
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
    process?.kill()
    const { problem: error } = fail('recording.catalog-stopped', recordingText.catalogStopped, {
      retryable: true
    })
    for (const resolve of this.#waiting.values()) resolve({ ok: false, error })
    this.#waiting.clear()
  }
}

const verifiedKey = (log: string, day: string) => `${log}\n${day}`
