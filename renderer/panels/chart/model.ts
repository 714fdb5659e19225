import { formatDecimal } from '#shared/domain/base/decimal'
import type { ChartCandles } from '../../lib/markets'
import { Comparison, type Compared } from './compare/comparison'
import { extentOf, nothingDrawn, tooLarge, type Extent } from './drawable'
import type { HeatSources } from './heat-shown'
import type { ShownFootprint } from './footprint/cells'
import type { LastPrice } from './last-price'
import { Liquidity, type LiquidityStudy } from './liquidity/liquidity'
import { PriceText } from './price-text'
import type { ShownProfile } from './profile/shown-profile'
import { Slots, type Change, type Slot } from './slots'
import { Studies } from './studies'
import type { SessionLevel } from './studies/session-levels'
import { SlotStudies } from './studies/slot-studies'

/** The axis with candles and cumulated studies. */
export class ChartModel {
  readonly slots = new Slots()
  readonly studies = new Studies()
  readonly slotStudies = new SlotStudies(this.slots)
  readonly liquidity = new Liquidity(this.slots)
  liquidityShown: readonly LiquidityStudy[] = []
  /** What the books were; null if it is not shown. */
  books: HeatSources | null = null
  readonly prices = new PriceText()
  /** Of now. */
  levels: readonly SessionLevel[] = []
  readonly comparison = new Comparison(this.slots)
  /** Candles of the second market. */
  other: ChartCandles | null = null
  compared: Compared | null = null
  profile: ShownProfile | null = null
  footprint: ShownFootprint | null = null
  last: LastPrice | null = null
  extent: Extent = nothingDrawn
  /** Why the candles are not drawn, or null. */
  refusal: string | null = null

  /** Null if nothing changed. `now` is in milliseconds since the epoch; null stops the axis. */
  follow(candles: ChartCandles | null, minutes: ChartCandles | null, now: number | null): Change | null {
    const change = this.slots.follow(candles, now)
    const { all, seconds } = this.slots
    const scale = candles?.all.at(-1)?.priceScale
    if (scale !== undefined) this.prices.scale = scale
    const from = change?.from ?? all.length
    const studied = this.studies.follow(all, from, { seconds, minutes, whole: isWhole(candles, all) })
    const first = Math.min(
      from,
      studied,
      this.slotStudies.follow(from),
      this.comparison.follow(from, this.other),
      this.liquidity.follow(this.books)
    )
    if (change) this.#measure(candles)
    const { largest } = this.liquidity
    if (largest > this.extent.size && largest < tooLarge) this.extent = { ...this.extent, size: largest }
    if (!change && first >= all.length) return null
    return { fresh: change?.fresh ?? false, from: first }
  }

  #measure(candles: ChartCandles | null): void {
    const delta = this.studies.sums.findLast((sums) => sums !== null)?.delta
    const extent = extentOf(candles?.all ?? [], delta ? Number(formatDecimal(delta)) : 0)
    this.refusal = typeof extent === 'string' ? extent : null
    this.extent = typeof extent === 'string' ? nothingDrawn : extent
  }
}

/** Whether the axis starts with the first candle that there is. */
const isWhole = (candles: ChartCandles | null, slots: readonly Slot[]) =>
  candles?.isWhole === true && candles.all[0] === slots[0]?.candle
