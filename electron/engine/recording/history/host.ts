import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../base/clock'
import { RecordingReader } from '../replay/recording-reader'
import { readHistoryRequest, type HistoryReply, type HistoryRequest, type WantedPast } from './messages'
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

  constructor(private readonly ports: HostPorts) {
    this.#reportLater()
  }

  receive(message: unknown): void {
    const request = readHistoryRequest(message)
    if (request) this.#turn = this.#turn.then(() => this.#answer(request))
  }

  dispose(): void {
    this.#cancelReport?.()
  }

  async #answer(request: HistoryRequest): Promise<void> {
    const ids = request.wanted.map(({ id }) => id)
    try {
      await this.#read(request)
      this.ports.reply({ kind: 'done', ids, problem: null })
    } catch (problem) {
      this.ports.reply({ kind: 'done', ids, problem: String(problem) })
    }
  }

  async #read({ folder, staleAfter, wanted }: HistoryRequest): Promise<void> {
    const { reply } = this.ports
    const options = { staleAfter: () => staleAfter }
    const reader = await RecordingReader.open(folder)
    try {
      if (!reader.to) return
      const numbered: (WantedPast & { seq: number })[] = []
      for (const each of wanted) numbered.push({ ...each, seq: each.seq ?? (await lastSeq(reader, each.at)) })
      for await (const { wanted: each, series: past, now } of reader.pasts(numbered, options)) {
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
          past: { candles: { spans, series: [] }, steps, trades: columnsOf(past.tape) }
        })
      }
    } finally {
      await reader.dispose()
    }
  }

  #reportLater(): void {
    this.#cancelReport = this.ports.clock.later(reportEvery, () => {
      this.ports.reply({ kind: 'alive' })
      this.#reportLater()
    })
  }
}

/** Of the last item until a time. */
async function lastSeq(reader: RecordingReader, at: number): Promise<number> {
  const time = { milliseconds: Math.floor(at), nanoseconds: 0 }
  const { hub } = await reader.seek(time, { staleAfter: () => 0, markets: () => [] })
  return hub.seq
}
