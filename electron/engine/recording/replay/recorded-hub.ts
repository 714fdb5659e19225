import { Emitter } from '#shared/domain/base/emitter'
import type { HeatBook } from '#shared/domain/market/heat/index'
import { Hub } from '../../market/hub'
import type { SavedMarket, SavedMarkets } from '../../market/saved-markets'
import { withBookTimes, type BookTimes } from '../../market/live/book-times'
import { FrameReader } from '../../market/live/reader'
import { MarketSeries, noSeries, type TradeSeries } from '../../market/series'
import type { LiveMarket } from '../../market/types'
import { isMessage, type LoggedItem } from '../log/lines'
import { monotonicOf, type LogTime } from './log-time'
import { applyToHub, readEvent, type LoggedEvent } from './logged-event'
import { RecordedServiceClock } from './recorded-service-clock'
import { ReplayClock } from './replay-clock'
import { readMarkets, savedFormat, type SavedHub } from './saved-hub'

/** Logs of the first version do not say when a run starts, but a run's clock begins near zero. */
const setBack = 1000

interface HubPorts {
  /** Used until the log says otherwise. */
  readonly staleAfter: () => number
  /** Gets those of books, too. */
  readonly times?: BookTimes | undefined
  /** Without candles, heat and the service's time, which books do not depend on. */
  readonly booksOnly?: boolean
}

/**
 * The markets as they follow from the log alone: a hub without a session, on a clock that passes from item to item. The
 * live hub went through the same states at the same times.
 */
export class RecordedHub {
  readonly #changed = new Emitter<LiveMarket>()
  readonly onChange = this.#changed.on
  /** Of all markets so far, because trades are kept across restarts of the app. */
  readonly #series = new Map<string, MarketSeries>()
  /** All markets of this run, because messages of a released one may still arrive. */
  readonly #registered = new Set<string>()
  #holds = new Map<string, () => void>()
  /** Holds of released markets, which stay until something else is received: all are released when a run ends. */
  readonly #ended = new Map<string, () => void>()
  #clock = new ReplayClock(0)
  #service = new RecordedServiceClock(this.#clock)
  #staleAfter: number | null = null
  /** Monotonic. */
  #itemAt = 0
  #seq = 0
  #reader!: FrameReader
  #hub!: Hub

  constructor(private readonly ports: HubPorts) {
    this.#begin()
  }

  get markets(): readonly LiveMarket[] {
    return this.#hub.markets
  }

  /** The log's time, in milliseconds since the epoch. */
  get now(): number {
    return this.#clock.wall()
  }

  /** The service's time in milliseconds since the epoch, or null while unknown. */
  get serviceNow(): number | null {
    return this.#service.peek()
  }

  /** By the log's monotonic clock, if nothing follows until then. */
  readonly staleAt = () => this.#hub.staleAt
  /** Of the last item; 0 before the first. */
  get seq(): number {
    return this.#seq
  }

  get clock(): Pick<ReplayClock, 'monotonic' | 'wall' | 'later'> {
    return this.#clock
  }

  /** False once it was released, even while it is kept. */
  follows(market: string): boolean {
    return this.#holds.has(market)
  }

  market(name: string): LiveMarket | undefined {
    return this.#hub.market(name)
  }

  /** Also of a market that is not held. */
  seriesOf(market: string): MarketSeries {
    const series = this.#series.get(market) ?? this.#newSeries()
    this.#series.set(market, series)
    return series
  }

  /** Passes the time until the item, then the item takes effect. */
  apply(item: LoggedItem): void {
    const event = item.kind === 'e' ? readEvent(item.content) : null
    if (event?.event === 'clock') this.#setClock(event, item)
    const at = this.advanceTo(item)
    if (isMessage(item) || event?.event === 'held' || event?.event === 'opened') this.#removeEnded()
    if (event) this.#happened(event)
    else if (item.kind === 'g') this.#hub.missed(Math.max(0, at - this.#itemAt))
    else if (item.kind === 'k') this.#restoreMarkets(readMarkets(item.content))
    else if (item.kind !== 'e') this.#read(item.content, item.kind === 'b', at)
    this.#itemAt = at
    this.#seq = item.seq
  }

  /** @returns the monotonic time */
  advanceTo(time: LogTime): number {
    const at = monotonicOf(time, this.#clock.epoch)
    this.#clock.advanceTo(at)
    return at
  }

  /** Everything but tape, candles and finished columns of heat. */
  save(): SavedHub {
    return {
      format: savedFormat,
      seq: this.#seq,
      epoch: this.#clock.epoch,
      now: this.#clock.monotonic(),
      staleAfter: this.#staleAfter,
      itemAt: this.#itemAt,
      service: this.#service.save(),
      markets: this.#hub.save(),
      registered: [...this.#registered],
      ended: [...this.#ended.keys()],
      coverages: Array.from(this.#series, ([name, { candles }]) => [name, candles.coverage.save()]),
      heats: Array.from(this.#series, ([name, { heat }]) => [name, heat.save()])
    }
  }

  /** The state of one market; undefined if it is not held. */
  saveMarket(market: string): SavedMarket | undefined {
    return this.#hub.market(market)?.save()
  }

  /** @param seriesOf with all trades and finished columns of heat until then; others begin empty */
  restore(saved: SavedHub, seriesOf?: (market: string) => MarketSeries | undefined): void {
    this.#hub.dispose()
    this.#series.clear()
    for (const [name, coverage] of saved.coverages) {
      const series = seriesOf?.(name) ?? this.#newSeries()
      series.candles.coverage.restore(coverage)
      this.#series.set(name, series)
    }
    for (const [name, heat] of saved.heats) this.seriesOf(name).heat.restore(heat)
    this.#clock = new ReplayClock(saved.epoch, saved.now)
    this.#service = new RecordedServiceClock(this.#clock)
    this.#service.restore(saved.service)
    this.#staleAfter = saved.staleAfter
    this.#itemAt = saved.itemAt
    this.#seq = saved.seq
    this.#registered.clear()
    for (const market of saved.registered) this.#registered.add(market)
    this.#begin(saved.markets)
    for (const market of saved.ended) this.#keepEnded(market)
  }

  /** Replaces tape and candles of a market, for one that is drawn later. */
  useSeries(market: string, series: TradeSeries): void {
    const { candles, heat } = this.seriesOf(market)
    series.candles.coverage.restore(candles.coverage.save())
    this.#series.set(market, { ...series, heat })
    this.#hub.useSeries(market, series)
  }

  /** Also of one that was released. */
  heatOf(market: string): HeatBook {
    return this.seriesOf(market).heat
  }

  /** Up to the last item, as when a run of the app ends there. */
  lookAtHeat(): void {
    this.#hub.lookAtHeat()
  }

  /** Takes over the heat of a hub at the same item and time, which must not be used afterwards. */
  useHeat(market: string, other: RecordedHub): void {
    this.heatOf(market).become(other.heatOf(market))
    const shown = this.market(market)
    if (shown) this.#changed.fire(shown)
  }

  /** Passes the time until that of a hub at the same item. */
  advanceLike({ clock }: RecordedHub): void {
    this.#clock.advanceTo(clock.monotonic())
  }

  dispose(): void {
    this.#hub.dispose()
    this.#changed.dispose()
  }

  #newSeries(): MarketSeries {
    return this.ports.booksOnly ? noSeries() : new MarketSeries()
  }

  #begin(saved?: SavedMarkets): void {
    this.#ended.clear()
    this.#hub = new Hub({
      clock: this.#clock,
      staleAfter: () => this.#staleAfter ?? this.ports.staleAfter(),
      serviceNow: () => (this.ports.booksOnly ? null : this.#service.now()),
      register: (market) => this.#register(market),
      series: (market) => this.seriesOf(market),
      linger: 0,
      desire: () => undefined,
      resync: () => undefined
    })
    const { booksOnly, times } = this.ports
    const sink = booksOnly ? this.#hub : withBookTimes(this.#hub, this.#service)
    this.#reader = new FrameReader(times ? withBookTimes(sink, times) : sink)
    for (const market of this.#registered) this.#reader.register(market)
    this.#hub.onChange((market) => this.#changed.fire(market))
    this.#holds = saved ? this.#hub.restore(saved, (at, call) => this.#clock.callAt(at, call)) : new Map()
  }

  #register(market: string): number {
    this.#registered.add(market)
    return this.#reader.register(market)
  }

  #setClock({ epoch, start = false }: Extract<LoggedEvent, { event: 'clock' }>, item: LoggedItem): void {
    const isFirst = this.#clock.epoch === 0
    const at = monotonicOf(item, epoch)
    if (start || isFirst || at < this.#clock.monotonic() - setBack) {
      this.#hub.lookAtHeat()
      this.#hub.dispose()
      this.#pauseHeat()
      this.#registered.clear()
      this.#clock = new ReplayClock(epoch, at)
      this.#service = new RecordedServiceClock(this.#clock)
      this.#begin()
    } else {
      this.#clock.epoch = epoch
      this.#service.compareClocks()
    }
  }

  /** The live hub's own state, which replaces what followed from the log. */
  #restoreMarkets(saved: SavedMarkets | null): void {
    if (!saved) return
    const before = this.markets
    // Not disposed, because nothing was lost.
    this.#hub.stop()
    this.#pauseHeat()
    this.#begin(saved)
    for (const market of before) if (!this.market(market.name)) this.#changed.fire(market)
  }

  /** The books were not known until now. */
  #pauseHeat(): void {
    for (const { heat } of this.#series.values()) heat.pause()
  }

  #read(frame: Buffer, isBinary: boolean, at: number): void {
    if (!this.ports.booksOnly) this.#service.frame(at)
    if (this.#reader.read(frame, isBinary, at) !== 'unrecognized') this.#hub.frameReceived(at)
  }

  #happened(event: LoggedEvent): void {
    const hub = this.#hub
    if ('channel' in event && this.#ended.has(event.channel.market)) return
    switch (event.event) {
      case 'held': {
        const before = this.#holds.get(event.market)
        this.#holds.set(event.market, hub.hold(event.market))
        before?.()
        break
      }
      case 'released':
        hub.ended(event.market)
        this.#keepEnded(event.market)
        if (this.#holds.size === 0) hub.stop()
        break
      case 'settings':
        this.#staleAfter = event.staleAfter
        break
      default:
        applyToHub(event, hub)
    }
  }

  #keepEnded(market: string): void {
    const release = this.#holds.get(market)
    if (!release) return
    this.#holds.delete(market)
    this.#ended.set(market, release)
  }

  #removeEnded(): void {
    if (this.#ended.size === 0) return
    for (const release of this.#ended.values()) release()
    this.#ended.clear()
  }
}
