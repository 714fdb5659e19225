import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../base/clock'
import type { LogTime } from '../replay/log-time'
import { recordedHeat } from '../replay/recorded-heat'
import { RecordingReader } from '../replay/recording-reader'
import type { Page } from './client'
import {
  readHistoryRequest,
  type HistoryReply,
  type PageRequest,
  type PastsRequest,
  type WantedPast
} from './messages'
import { OlderPages } from './older-pages'
import { columnsOf } from './trade-columns'

interface HostPorts {
  readonly clock: Pick<Clock, 'later'>
  readonly reply: (reply: HistoryReply) => void
}

const reportEvery = 1000

/** Reads the pasts of markets from recordings, in a process of its own. */
export class HistoryHost {
  #turn: Promise<void> = Promise.resolve()
  #cancelReport: (() => void) | null = null
  /** Of the folder that was read last. */
  #pages: OlderPages | null = null
  /** By page that is being read. */
  readonly #reading = new Map<number, AbortController>()

  constructor(private readonly ports: HostPorts) {
    this.#reportLater()
  }

  receive(message: unknown): void {
    const request = readHistoryRequest(message)
    if (request?.kind === 'pasts') this.#turn = this.#turn.then(() => this.#answerPasts(request))
    else if (request?.kind === 'cancel') this.#reading.get(request.id)?.abort()
    // Does not wait for pasts, which may take long.
    else if (request) void this.#answer([request.id], () => this.#readPage(request))
  }

  dispose(): void {
    this.#cancelReport?.()
  }

  #answerPasts(request: PastsRequest): Promise<void> {
    const ids = request.wanted.map(({ id }) => id)
    return this.#answer(ids, () => this.#read(request))
  }

  async #answer(ids: readonly number[], read: () => Promise<void>): Promise<void> {
    try {
      await read()
      this.ports.reply({ kind: 'done', ids, problem: null })
    } catch (problem) {
      this.ports.reply({ kind: 'done', ids, problem: String(problem) })
    }
  }

  async #readPage({ kind, id, folder, wanted }: PageRequest): Promise<void> {
    if (this.#pages?.folder !== folder) this.#pages = new OlderPages(folder)
    type Read = (of: typeof wanted, signal: AbortSignal) => Promise<Page<typeof kind>>
    const read = this.#pages[kind].bind(this.#pages) as Read
    const reading = new AbortController()
    this.#reading.set(id, reading)
    try {
      this.ports.reply({ kind: 'page', id, page: (await read(wanted, reading.signal))! })
    } catch (problem) {
      if (!reading.signal.aborted) throw problem
    } finally {
      this.#reading.delete(id)
    }
  }

  async #read(request: PastsRequest): Promise<void> {
    const { folder, staleAfter, wanted } = request
    const { reply } = this.ports
    const options = { staleAfter: () => staleAfter }
    const reader = await RecordingReader.open(folder)
    try {
      if (!reader.to) return
      const numbered: (WantedPast & { seq: number })[] = []
      for (const each of wanted) numbered.push({ ...each, seq: each.seq ?? (await lastSeq(reader, each.at)) })
      for await (const { wanted: each, series: past, now, firstSeq } of reader.pasts(numbered, options)) {
        const { id } = each
        const { spans, series } = past.candles.toStored(now)
        for (const one of series) {
          reply({ kind: 'series', id, series: one })
          await nextTurn()
        }
        const { steps } = past.candles.coverage.save()
        reply({
          kind: 'past',
          id,
          past: { candles: { spans, series: [] }, steps, trades: columnsOf(past.tape), to: now, firstSeq }
        })
      }
      await this.#readHeat(reader, request)
    } finally {
      await reader.dispose()
    }
  }

  /** Until the first of the markets was held; they are held together. */
  async #readHeat(reader: RecordingReader, { wanted: all, staleAfter }: PastsRequest): Promise<void> {
    const wanted = all.filter(({ heat }) => heat !== false)
    if (wanted.length === 0) return
    const heats = await recordedHeat(reader, {
      markets: wanted.map(({ market }) => market),
      at: timeAt(Math.min(...wanted.map(({ at }) => at))),
      staleAfter: () => staleAfter
    })
    for (const { id, market } of wanted) {
      const heat = heats.get(market)
      if (heat) this.ports.reply({ kind: 'heat', id, heat })
      await nextTurn()
    }
  }

  #reportLater(): void {
    this.#cancelReport = this.ports.clock.later(reportEvery, () => {
      this.ports.reply({ kind: 'alive' })
      this.#reportLater()
    })
  }
}

const timeAt = (at: number): LogTime => ({ milliseconds: Math.floor(at), nanoseconds: 0 })

/** Of the last item until a time. */
async function lastSeq(reader: RecordingReader, at: number): Promise<number> {
  const { hub } = await reader.seek(timeAt(at), { staleAfter: () => 0, markets: () => [] })
  return hub.seq
}
