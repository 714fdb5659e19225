import { execution, type PackedMessage } from '#shared/domain/market/packed'
import { FrameReader } from '../../market/live/reader'
import { Cursor } from './cursor'
import { compareTimes, shifted, type LogTime } from './log-time'
import { end, type PlayheadPorts, type Target } from './playhead'
import { isMessage, type LoggedItem } from '../log/lines'
import { Slices } from './slices'

export interface StepBy {
  readonly by: 'message' | 'trade'
  /** Null for any. */
  readonly market: string | null
}

/** Recognizes the items that steps lead to. */
export class StepFilter {
  readonly #reader: FrameReader
  #market: string | null = null
  #isTrade = false

  constructor(private readonly step: StepBy) {
    this.#reader = new FrameReader({
      packed: (message: PackedMessage) =>
        this.#saw(this.#reader.nameOf(message.market), message.kind === execution),
      exact: ({ market, kind }) => this.#saw(market, kind === 'execution'),
      garbled: () => undefined
    })
    if (step.market !== null) this.#reader.register(step.market)
  }

  /** Trades of these markets are recognized. */
  know(markets: Iterable<{ readonly name: string }>): void {
    for (const { name } of markets) this.#reader.register(name)
  }

  matches(item: LoggedItem): boolean {
    if (!isMessage(item)) return false
    const { by, market } = this.step
    if (by === 'message' && market === null) return true
    this.#market = null
    this.#reader.read(item.content, item.kind === 'b', 0)
    return (
      this.#market !== null &&
      (market ?? this.#market) === this.#market &&
      (by === 'message' || this.#isTrade)
    )
  }

  #saw(market: string, isTrade: boolean): void {
    this.#market = market
    this.#isTrade = isTrade
  }
}

/** Milliseconds that are read at first, and times more each time that nothing was found. */
const firstWindow = 1000
const growth = 8

interface Search extends Pick<PlayheadPorts, 'clock' | 'reader' | 'staleAfter'> {
  readonly from: LogTime | null
  readonly at: LogTime
  /** Of the last item that took effect; null if only the time is known. */
  readonly seq: number | null
}

/** The last item before the current one that matches; null if there is none. */
export async function findBefore(
  filter: StepFilter,
  { clock, reader, staleAfter, from, at, seq }: Search,
  signal: AbortSignal
): Promise<Target | null> {
  const isBefore = (item: LoggedItem) => (seq === null ? compareTimes(item, at) <= 0 : item.seq < seq)
  for (let window = firstWindow; from; window *= growth) {
    const begin = shifted(at, -window)
    const position = await reader.seek(begin, { staleAfter, markets: () => [], signal })
    const found = await lastMatch(new Cursor(position), filter, isBefore, new Slices(clock), signal).finally(
      () => end(position)
    )
    if (found) return found
    if (compareTimes(begin, from) < 0) return null
  }
  return null
}

async function lastMatch(
  cursor: Cursor,
  filter: StepFilter,
  isBefore: (item: LoggedItem) => boolean,
  slices: Slices,
  signal: AbortSignal
): Promise<Target | null> {
  let found: Target | null = null
  filter.know(cursor.position.hub.markets)
  while (cursor.next ?? (await cursor.load())) {
    signal.throwIfAborted()
    const item = cursor.next!
    if (!isBefore(item)) break
    const { milliseconds, nanoseconds, seq } = item
    if (filter.matches(item)) found = { at: { milliseconds, nanoseconds }, seq }
    cursor.take()
    if (slices.isOver) await slices.next()
  }
  return found
}
