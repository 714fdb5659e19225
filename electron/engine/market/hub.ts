import { Emitter } from '#shared/domain/base/emitter'
import type { StoredHeat } from '#shared/domain/market/heat/index'
import type { MarketMessage } from '#shared/domain/market/messages'
import type { PackedMessage } from '#shared/domain/market/packed'
import type { Channel } from '../connection/stream/types'
import { ClockWatch } from './clock-watch'
import { noCounts, type HubCounts } from './counts'
import { HeatRounds } from './heat-rounds'
import { HeldMarket } from './held-market'
import { HubTicks, tickMilliseconds } from './hub-ticks'
import { declinedSentence, refusalSentence } from './refusal-sentences'
import type { SavedMarkets } from './saved-markets'
import type { TradeSeries } from './series'
import { TrackedMarket } from './tracked-market'
import type { HubPorts, LiveMarket, MarketHub } from './types'

const refusalStands = 30_000

/**
 * Every requested market, subscribed once for all users. It sees every message; windows read the current state from
 * it.
 */
export class Hub implements MarketHub {
  readonly counts: HubCounts = noCounts()
  readonly #held = new Map<string, HeldMarket>()
  readonly #byNumber: (TrackedMarket | undefined)[] = []
  readonly #changed = new Emitter<LiveMarket>()
  readonly onChange = this.#changed.on
  readonly #heat = new HeatRounds(tickMilliseconds)
  readonly #clockWatch: ClockWatch
  readonly #ticks: HubTicks
  #connected = false
  #receivedAt = 0
  #silent = false

  constructor(private readonly ports: HubPorts) {
    this.#clockWatch = new ClockWatch(ports.clock, () => this.#serviceNow())
    this.#ticks = new HubTicks(ports.clock, () => this.#tick())
  }

  get markets(): readonly LiveMarket[] {
    return [...this.#held.values()].map(({ market }) => market)
  }

  market(name: string): TrackedMarket | undefined {
    return this.#held.get(name)?.market
  }

  hold(name: string, drawn = false): () => void {
    const held = this.#held.get(name) ?? this.#add(name)
    // A panel that scrolls in and out of view does not retry a recent refusal.
    const isFresh = this.ports.clock.monotonic() - held.refusedAt < refusalStands
    if (held.market.state === 'refused' && (!held.hasHolders || !isFresh)) this.#retry(held)
    return held.hold(drawn)
  }

  packed(message: PackedMessage, at: number): void {
    const market = this.#byNumber[message.market]
    if (market) market.packed(message, at)
    else this.counts.unheld += 1
  }

  exact(message: MarketMessage, at: number): void {
    const held = this.#held.get(message.market)
    if (held) held.market.exact(message, at)
    else this.counts.unheld += 1
  }

  garbled(market: string): void {
    this.#held.get(market)?.market.garbled()
  }

  /** Monotonic, if nothing arrives until then. */
  get staleAt(): number {
    return this.#receivedAt + this.ports.staleAfter()
  }

  frameReceived(at: number): void {
    this.#receivedAt = at
    if (this.#silent) this.#setSilent(false)
  }

  /** Before the next tick would notice it, so that books are stale when the connection is. */
  silent(): void {
    if (this.#connected && !this.#silent) this.#setSilent(true)
  }

  opened(): void {
    this.#connected = true
    this.frameReceived(this.ports.clock.monotonic())
    for (const { market } of this.#held.values()) market.opened()
  }

  lost(): void {
    this.#noticeSleep()
    this.#connected = false
    for (const { market } of this.#held.values()) market.lost(this.#quietFor)
  }

  closing(channel: Channel): void {
    this.#held.get(channel.market)?.market.closing(channel)
  }

  closed(channel: Channel): void {
    this.#held.get(channel.market)?.market.closed(channel)
  }

  subscribed(channel: Channel): void {
    this.#held.get(channel.market)?.market.subscribed(channel, this.ports.clock.monotonic())
  }

  refused(channel: Channel, code: string): void {
    const held = this.#held.get(channel.market)
    if (!held) return
    held.refusedAt = this.ports.clock.monotonic()
    held.market.refused(channel, refusalSentence(channel, code))
  }

  declined(channel: Channel, code: string): void {
    this.#held.get(channel.market)?.market.declined(channel, declinedSentence(channel, code))
  }

  /** The market is subscribed again after a refusal. */
  retried(name: string): void {
    const market = this.#held.get(name)?.market
    market?.lost(0)
    market?.opened()
  }

  /** The market is followed no more, but stays as it was. */
  ended(name: string): void {
    this.#held.get(name)?.market.ended(this.#quietFor)
  }

  /** Messages may be missing since so many milliseconds. */
  missed(quietFor: number): void {
    for (const { market } of this.#held.values()) market.missed(quietFor)
  }

  useSeries(name: string, series: TradeSeries): void {
    this.#held.get(name)?.market.useSeries(series)
  }

  /** Inserts what was recorded of a market before it was held. */
  prependHeat(name: string, stored: StoredHeat): void {
    this.#held.get(name)?.market.prependHeat(stored)
  }

  /** Everything that its future depends on, except the series. */
  save(): SavedMarkets {
    return {
      connected: this.#connected,
      receivedAt: this.#receivedAt,
      silent: this.#silent,
      ...this.#ticks.save(),
      heatTick: this.#heat.save(),
      clockWatch: this.#clockWatch.save(),
      markets: [...this.#held.values()].map(({ market, refusedAt }) => ({ ...market.save(), refusedAt }))
    }
  }

  /**
   * It must be new.
   * @param callAt like the clock's `later`, with a monotonic time
   * @returns a hold of each market, by name
   */
  restore(
    saved: SavedMarkets,
    callAt: (at: number, call: () => void) => () => void
  ): Map<string, () => void> {
    const holds = new Map<string, () => void>()
    for (const each of saved.markets) {
      const held = this.#add(each.name)
      held.refusedAt = each.refusedAt
      held.market.restore(each)
      holds.set(each.name, held.hold(false))
    }
    this.#connected = saved.connected
    this.#receivedAt = saved.receivedAt
    this.#silent = saved.silent
    this.#heat.restore(saved.heatTick)
    this.#clockWatch.restore(saved.clockWatch)
    this.stop()
    this.#ticks.restore(saved, callAt)
    return holds
  }

  /** Up to the last frame, whenever the next sample would be. */
  lookAtHeat(): void {
    for (const { market } of this.#held.values()) market.lookAtHeat(this.#quietFor)
  }

  /** Time passes no more; its markets stay as they are. */
  stop(): void {
    this.#ticks.stop()
    for (const held of this.#held.values()) held.stay()
  }

  dispose(): void {
    this.stop()
    for (const name of [...this.#held.keys()]) this.#remove(name)
    this.#changed.dispose()
  }

  #serviceNow(): number | null {
    const { clock, serviceNow } = this.ports
    return serviceNow ? serviceNow() : clock.wall()
  }

  /** Milliseconds since the last frame. */
  get #quietFor(): number {
    return this.ports.clock.monotonic() - this.#receivedAt
  }

  #add(name: string): HeldMarket {
    const { clock, resync, register, attach, series, linger } = this.ports
    const ports = {
      clock,
      counts: this.counts,
      resync,
      serviceNow: () => this.#serviceNow(),
      changed: (changed: TrackedMarket) => this.#changed.fire(changed)
    }
    const market = new TrackedMarket(name, ports, series?.(name))
    const remove = () => this.#remove(name)
    const held = new HeldMarket(market, { clock, linger, remove, detach: attach?.(market) })
    this.#held.set(name, held)
    this.#byNumber[register(name)] = market
    market.setSilent(this.#silent)
    if (this.#connected) market.opened()
    this.#desire()
    this.#ticks.start()
    return held
  }

  /** A refused market is retried on the next request, because it may exist by now. */
  #retry({ market }: HeldMarket): void {
    this.#desire(market.name)
    this.ports.retried?.(market.name)
    this.retried(market.name)
    this.#desire()
  }

  #remove(name: string): void {
    const held = this.#held.get(name)
    if (!held) return
    held.removed(this.#quietFor)
    this.#held.delete(name)
    this.#byNumber[this.ports.register(name)] = undefined
    this.#desire()
  }

  #desire(without?: string): void {
    const wanted = [...this.#held.keys()].filter((market) => market !== without)
    this.ports.desire(
      wanted.flatMap((market): Channel[] => [
        { type: 'market_data', market },
        { type: 'execution_data', market }
      ])
    )
  }

  #noticeSleep(): void {
    const { clock, staleAfter } = this.ports
    const slept = this.#ticks.slept()
    if (slept === 0 || !this.#connected) return
    this.#receivedAt = Math.min(this.#receivedAt, clock.monotonic() - staleAfter())
    for (const { market } of this.#held.values()) market.slept(slept)
  }

  #tick(): boolean {
    this.#noticeSleep()
    const now = this.ports.clock.monotonic()
    const step = this.#clockWatch.look()
    this.#setSilent(this.#connected && now - this.#receivedAt >= this.ports.staleAfter())
    for (const { market } of this.#held.values()) {
      if (step) market.clockStepped(step)
      market.tick(now)
    }
    for (const market of this.#heat.next([...this.#held.values()])) {
      market.lookAtHeat(this.#quietFor)
      this.#changed.fire(market)
    }
    return this.#held.size > 0
  }

  #setSilent(silent: boolean): void {
    this.#silent = silent
    for (const { market } of this.#held.values()) market.setSilent(silent)
  }
}
