import type { Book } from '#shared/domain/market/book/index'
import type { BookMessage, Level } from '#shared/domain/market/messages'
import { PackedMessage } from '#shared/domain/market/packed'
import { decimalOfUnits } from '#shared/domain/base/decimal'
import { nanosecondsInSecond } from '#shared/domain/base/time'
import { restoreUpdate } from '../../market/saved-update'
import type { BookUpdate } from '../../market/update-buffer'
import type { LoggedItem } from '../log/lines'
import { logTimeAt, nanosecondsOf } from '../replay/log-time'
import { readEvent } from '../replay/logged-event'
import type { RecordedHub } from '../replay/recorded-hub'
import type { BookPlan, BookState } from './rebuild-book'

/** From then on; `gap` means that items are missing before it. */
export interface StateRow {
  readonly seq: number
  readonly at: bigint
  readonly state: string
  readonly reason: string | null
}

/** Plays items into a hub, and keeps what the book of a market follows from. */
export class MarketTrace {
  readonly states: StateRow[] = []
  #book: Book | undefined
  #state: BookState
  #snapshot: number | null = null
  #waiting = 0
  #until: number

  constructor(
    private readonly hub: RecordedHub,
    private readonly market: string
  ) {
    this.#book = hub.market(market)?.book
    this.#state = this.#stateNow()
    this.#until = hub.seq
    // Before the first item, it has no time.
    if (hub.seq > 0) this.#look(nanosecondsOf(logTimeAt(hub.now)))
  }

  /** The last state that the book begins with, or the snapshot after it. */
  get state(): BookState {
    return this.#state
  }

  get plan(): BookPlan {
    return { snapshot: this.#snapshot, waiting: this.#waiting, until: this.#until }
  }

  /** @param message of the item, if it is one of the market's book */
  apply(item: LoggedItem, message: BookMessage | null): void {
    const { hub, market } = this
    const isClock = item.kind === 'e' && readEvent(item.content)?.event === 'clock'
    // It sets the clock before time passes.
    if (!isClock) this.pass(() => hub.advanceTo(item))
    if (item.kind === 'g') this.#add(item.seq, nanosecondsOf(item), 'gap', null)
    const wasFollowed = this.#isFollowed
    const before = message?.snapshot ? hub.saveMarket(market)?.sync : undefined
    hub.apply(item)
    const isBegun = before !== undefined && before.phase !== 'closed'
    if (isBegun) {
      this.#snapshot = item.seq
      this.#waiting = before.phase === 'waiting' ? before.buffer.updates.length : 0
    }
    if (wasFollowed || this.#isFollowed || isBegun) this.#until = item.seq
    this.#look(nanosecondsOf(item))
  }

  /** The market may become stale meanwhile. */
  pass(advance: () => void): void {
    advance()
    const { since } = this.hub.market(this.market) ?? {}
    this.#look(nanosecondsOf(logTimeAt(since ?? this.hub.now)))
  }

  get #isFollowed(): boolean {
    const state = this.hub.market(this.market)?.state
    return state === 'live' || state === 'stale'
  }

  #look(at: bigint): void {
    const { hub } = this
    const shown = hub.market(this.market)
    const state = shown?.state ?? 'unrecorded'
    const last = this.states.findLast((row) => row.state !== 'gap')
    const isChanged = state !== last?.state || (shown?.reason ?? null) !== last.reason
    if (isChanged) this.#add(hub.seq, at, state, shown?.reason ?? null)
    // A refusal clears the book.
    if (shown?.book === this.#book && !(isChanged && state === 'refused')) return
    this.#book = shown?.book
    this.#state = this.#stateNow()
    this.#snapshot = null
    this.#waiting = 0
    this.#until = hub.seq
  }

  #add(seq: number, at: bigint, state: string, reason: string | null): void {
    this.states.push({ seq, at, state, reason })
  }

  #stateNow(): BookState {
    const { hub, market } = this
    const book = hub.market(market)?.book
    const { snapshotTime, buffer } = hub.saveMarket(market)?.sync ?? {}
    return {
      seq: hub.seq,
      snapshotTime: snapshotTime ? timeOf(snapshotTime) : 0n,
      bids: book?.levels('bids', Infinity) ?? [],
      asks: book?.levels('asks', Infinity) ?? [],
      waiting: buffer?.updates.map((update) => exact(restoreUpdate(update))) ?? []
    }
  }
}

const timeOf = ({ seconds, nanoseconds }: { readonly seconds: number; readonly nanoseconds: number }) =>
  BigInt(seconds) * nanosecondsInSecond + BigInt(nanoseconds)

function exact(update: BookUpdate): BookMessage {
  if (!(update instanceof PackedMessage)) return update
  const { prices, priceScales, amounts, amountScales, bids, asks } = update
  const levels = Array.from({ length: bids + asks }, (_, index): Level => ({
    price: decimalOfUnits(prices[index]!, priceScales[index]!),
    amount: decimalOfUnits(amounts[index]!, amountScales[index]!)
  }))
  return {
    kind: 'book',
    market: '',
    snapshot: false,
    time: timeOf(update),
    bids: levels.slice(0, bids),
    asks: levels.slice(bids)
  }
}
