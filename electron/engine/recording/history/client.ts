import type { StoredCandles } from '#shared/domain/market/candles/index'
import type { StoredHeat } from '#shared/domain/market/heat/index'
import type { Disposable } from '#shared/domain/base/emitter'
import type { Clock } from '../../base/clock'
import type { MarketPast } from './market-past'
import type { HistoryReply, HistoryRequest, PageRequest, WantedPast } from './messages'
import type { OlderPages } from './older-pages'

export interface HistoryProcess {
  send(request: HistoryRequest): void
  onReply(listener: (reply: HistoryReply) => void): void
  /** Called once. */
  onEnd(listener: () => void): void
  kill(): void
}

interface ClientPorts {
  readonly clock: Clock
  readonly spawn: () => HistoryProcess
  readonly staleAfter: () => number
  readonly warn: (sentence: string) => void
}

interface Waiting {
  readonly series: StoredCandles['series'][number][]
  readonly resolve: (past: MarketPast | null) => void
}

/** Requests within this many milliseconds are read at once. */
const collectFor = 50
const watchEvery = 1000
/** Watches without a reply, and before the first one: a busy computer takes long to start a process. */
const maxSilent = 15
const maxSilentAtStart = 60
/** Milliseconds that the process waits for the next request: charts want a page as soon as they have their past. */
const lingerFor = 10_000

/** Null if it could not be read. */
export type Page<Kind extends PageRequest['kind']> = Awaited<ReturnType<OlderPages[Kind]>> | null
export type PageWanted<Kind extends PageRequest['kind']> = Parameters<OlderPages[Kind]>[0]

/** Has the pasts of markets read by a process that runs only as long as it has something to do. */
export class HistoryClient implements Disposable {
  #process: HistoryProcess | null = null
  readonly #waiting = new Map<number, Waiting>()
  readonly #heatListeners = new Map<number, (heat: StoredHeat) => void>()
  readonly #pages = new Map<number, (page: Page<PageRequest['kind']>) => void>()
  readonly #collected = new Map<string, WantedPast[]>()
  #lastId = 0
  #silent = 0
  #hasReplied = false
  #cancelSend: (() => void) | null = null
  #cancelWatch: (() => void) | null = null
  #cancelEnd: (() => void) | null = null
  #disposed = false

  constructor(private readonly ports: ClientPorts) {}

  /**
   * @param onHeat called later, if its heat was recorded
   * @returns null if there is none, or if it could not be read
   */
  read(
    folder: string,
    wanted: Omit<WantedPast, 'id'>,
    onHeat: (heat: StoredHeat) => void
  ): Promise<MarketPast | null> {
    if (this.#disposed) return Promise.resolve(null)
    const id = ++this.#lastId
    this.#heatListeners.set(id, onHeat)
    this.#collected.set(folder, [...(this.#collected.get(folder) ?? []), { id, ...wanted }])
    this.#cancelSend ??= this.ports.clock.later(collectFor, () => this.#send())
    return new Promise((resolve) => this.#waiting.set(id, { series: [], resolve }))
  }

  page<Kind extends PageRequest['kind']>(
    kind: Kind,
    folder: string,
    wanted: PageWanted<Kind>,
    signal?: AbortSignal
  ): Promise<Page<Kind>> {
    if (this.#disposed || signal?.aborted) return Promise.resolve(null)
    const id = ++this.#lastId
    const process = this.#running()
    return new Promise((resolve) => {
      this.#pages.set(id, resolve as (page: unknown) => void)
      signal?.addEventListener('abort', () => {
        if (process === this.#process && this.#pages.has(id)) process.send({ kind: 'cancel', id })
      })
      process.send({ kind, id, folder, wanted } as PageRequest)
    })
  }

  dispose(): void {
    this.#disposed = true
    this.#cancelSend?.()
    this.#end()
  }

  #send(): void {
    this.#cancelSend = null
    const process = this.#running()
    for (const [folder, wanted] of this.#collected)
      process.send({ kind: 'pasts', folder, wanted, staleAfter: this.ports.staleAfter() })
    this.#collected.clear()
  }

  #running(): HistoryProcess {
    this.#cancelEnd?.()
    this.#cancelEnd = null
    return (this.#process ??= this.#spawn())
  }

  #spawn(): HistoryProcess {
    const process = this.ports.spawn()
    process.onReply((reply) => this.#receive(process, reply))
    process.onEnd(() => {
      if (process !== this.#process) return
      this.ports.warn('The history process stopped')
      this.#end()
    })
    this.#silent = 0
    this.#hasReplied = false
    this.#watchLater()
    return process
  }

  #receive(process: HistoryProcess, reply: HistoryReply): void {
    if (process !== this.#process) return
    this.#silent = 0
    this.#hasReplied = true
    switch (reply.kind) {
      case 'series':
        this.#waiting.get(reply.id)?.series.push(reply.series)
        break
      case 'past':
        this.#resolve(reply.id, reply.past)
        break
      case 'heat':
        this.#heatListeners.get(reply.id)?.(reply.heat)
        break
      case 'page':
        this.#resolvePage(reply.id, reply.page)
        break
      case 'done':
        if (reply.problem !== null) this.ports.warn(`The past of markets was not read: ${reply.problem}`)
        for (const id of reply.ids) this.#finish(id)
        this.#cancelEnd ??= this.ports.clock.later(lingerFor, () => this.#endIfIdle())
        break
      case 'alive':
    }
  }

  #resolve(id: number, past: MarketPast | null): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    waiting?.resolve(past && { ...past, candles: { spans: past.candles.spans, series: waiting.series } })
  }

  #resolvePage(id: number, page: Page<PageRequest['kind']>): void {
    this.#pages.get(id)?.(page)
    this.#pages.delete(id)
  }

  #endIfIdle(): void {
    this.#cancelEnd = null
    if (this.#heatListeners.size === 0 && this.#pages.size === 0) this.#end()
  }

  /** Nothing more of it comes. */
  #finish(id: number): void {
    this.#resolvePage(id, null)
    this.#heatListeners.delete(id)
    this.#resolve(id, null)
  }

  #watchLater(): void {
    this.#cancelWatch = this.ports.clock.later(watchEvery, () => {
      this.#silent += 1
      if (this.#silent <= (this.#hasReplied ? maxSilent : maxSilentAtStart)) return this.#watchLater()
      this.ports.warn('The history process stopped responding')
      this.#end()
    })
  }

  /** Unanswered requests stay unknown. */
  #end(): void {
    const process = this.#process
    this.#process = null
    this.#cancelWatch?.()
    this.#cancelEnd?.()
    this.#cancelEnd = null
    process?.kill()
    const pages = [...this.#pages.values()]
    this.#pages.clear()
    for (const resolve of pages) resolve(null)
    const unsent = new Set([...this.#collected.values()].flat().map(({ id }) => id))
    for (const id of [...this.#heatListeners.keys()]) if (this.#disposed || !unsent.has(id)) this.#finish(id)
  }
}
