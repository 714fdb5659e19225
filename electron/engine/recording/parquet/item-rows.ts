import type { Trade } from '#shared/domain/market/tape/index'
import type { LiveMarket } from '../../market/types'
import { TradeTap } from '../keyframes/trade-tap'
import { isMessage, type LoggedItem } from '../log/lines'
import { logTimeOf, nanosecondsOf } from '../replay/log-time'
import { readEvent } from '../replay/logged-event'
import type { RecordedHub } from '../replay/recorded-hub'
import { parseJson } from '#shared/wire/parse-json'
import { addDepth } from './depth-rows'
import { addMarketRows, type AddRow, type RowTime } from './market-rows'
import { MessageReader } from './message-reader'
import type { Start } from './start'
import { StateRows } from './state-rows'

const second = 1_000_000_000n

/** The rows of all tables, as they follow from the items of a log. */
export class ItemRows {
  readonly #hub: RecordedHub
  readonly #tap: TradeTap
  readonly #messages = new MessageReader()
  readonly #unsubscribe: () => void
  #states: StateRows | null = null
  #add: AddRow | null = null
  #isBeginning = false
  /** Of the last item. */
  #last: RowTime | null
  /** Whether an item takes effect, and what it changed. */
  #isTaking = false
  readonly #changes = new Set<string>()
  #trade: { readonly market: string; readonly trade: Trade } | null = null

  constructor({ hub, series, last }: Omit<Start, 'cursor'>) {
    this.#hub = hub
    this.#last = last && { seq: BigInt(hub.seq), received: nanosecondsOf(last) }
    this.#tap = new TradeTap(hub, (_item, market, trade) => (this.#trade = { market, trade }))
    for (const { tape } of series) this.#tap.skip(tape)
    this.#unsubscribe = hub.onChange((market) => this.#changed(market))
  }

  /** Without rows until `begin`. */
  skip(item: LoggedItem): void {
    this.#tap.apply(item)
    this.#last = timeOf(item)
  }

  /** Adds rows from the next item on, beginning with the state before it. */
  begin(add: AddRow): void {
    this.#add = add
    this.#states = new StateRows(add)
    this.#isBeginning = true
  }

  apply(item: LoggedItem): void {
    const time = timeOf(item)
    const event = item.kind === 'e' ? readEvent(item.content) : null
    const isClock = event?.event === 'clock'
    const isInterrupted = item.kind === 'g' || (isClock && event.start === true)
    if (isInterrupted) this.#interrupt(this.#last ?? time, item.kind === 'g' ? droppedBy(item.content) : 0n)
    else if (this.#isBeginning) this.#lookAtAll(this.#last ?? time)
    this.#isBeginning = false
    if (this.#last && !isInterrupted && !isClock) this.#passSeconds(this.#last, time)
    // Nothing is known of the time in between, so what changes as it passes is not shown.
    this.#isTaking = isInterrupted
    // It sets the clock before time passes.
    if (!isClock) this.#hub.advanceTo(item)
    this.#isTaking = true
    this.#trade = null
    this.#tap.apply(item)
    this.#isTaking = false
    if (isMessage(item)) {
      this.#lookAtChanges(time)
      this.#addMessage(item, time)
    } else {
      this.#lookAtAll(time)
      this.#lookForRemoved(time)
    }
    this.#changes.clear()
    this.#last = time
  }

  dispose(): void {
    this.#unsubscribe()
    this.#tap.dispose()
    this.#hub.dispose()
  }

  /** Nothing is known since the last item. */
  #interrupt(last: RowTime, dropped: bigint): void {
    for (const { name } of this.#followed) this.#states?.unrecorded(name, last, dropped)
  }

  /** Until the item, of which the books do not know yet. */
  #passSeconds(last: RowTime, { received }: RowTime): void {
    for (let at = (last.received / second + 1n) * second; at <= received; at += second) {
      this.#hub.advanceTo(logTimeOf(at))
      const live = this.#followed.filter(({ state }) => state === 'live')
      if (live.length === 0) return
      for (const market of live) if (this.#add) addDepth(this.#add, market, { seq: last.seq, received: at })
    }
  }

  #lookAtAll(time: RowTime): void {
    for (const market of this.#followed) this.#states?.look(market, time)
  }

  get #followed(): readonly LiveMarket[] {
    return this.#hub.markets.filter(({ name }) => this.#hub.follows(name))
  }

  #changed(market: LiveMarket): void {
    if (this.#isTaking) this.#changes.add(market.name)
    else this.#states?.look(market, { seq: BigInt(this.#hub.seq), received: nanosecondsAt(this.#hub.now) })
  }

  #lookAtChanges(time: RowTime): void {
    for (const name of this.#changes) {
      const market = this.#hub.market(name)
      if (market) this.#states?.look(market, time)
    }
  }

  #lookForRemoved(time: RowTime): void {
    for (const name of this.#states?.markets ?? [])
      if (!this.#hub.follows(name)) this.#states?.unrecorded(name, time)
  }

  #addMessage(item: LoggedItem, time: RowTime): void {
    const message = this.#add && this.#messages.read(item.content)
    if (!message || !this.#add) return
    const side = this.#trade?.market === message.market ? this.#trade.trade : undefined
    addMarketRows(this.#add, time, message, side)
  }
}

const timeOf = (item: LoggedItem): RowTime => ({ seq: BigInt(item.seq), received: nanosecondsOf(item) })

function nanosecondsAt(milliseconds: number): bigint {
  const whole = Math.floor(milliseconds)
  return nanosecondsOf({ milliseconds: whole, nanoseconds: Math.floor((milliseconds - whole) * 1e6) })
}

/** By the content of a gap. */
export function droppedBy(content: Buffer): bigint {
  try {
    const { dropped } = parseJson(content.toString('utf8'), { strict: true }) as {
      readonly dropped?: unknown
    }
    return Number.isSafeInteger(dropped) ? BigInt(dropped as number) : 0n
  } catch {
    return 0n
  }
}
