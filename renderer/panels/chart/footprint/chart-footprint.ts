import { footprintText } from '../../../messages/panels/footprint'
import { canonicalDecimal, formatDecimal } from '#shared/domain/base/decimal'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import { formatDecimal as formatNumber } from '../../../lib/format/number'
import type { MarketView } from '../../../lib/markets'
import type { ChartModel } from '../model'
import type { ShownPart } from '../shown-part'
import { hasFootprint } from './shown'
import { ProfileLoader } from '../profile/profile-loader'
import { binHeight } from '../profile/value-area'
import { visibleRange } from '../profile/wanted-range'
import { FootprintCells, type RowHeight, type ShownFootprint } from './cells'
import { confidenceOf, sumOfSides, type InferredSides } from './sides'
import { percentText } from './texts'

/** Pixels between candles, for a volume of five characters. */
const minSpacing = 52
/** The same for two volumes. */
const minSidedSpacing = 84
/** Of a row, in pixels. */
const minRow = 15

interface Sources {
  readonly view: Pick<MarketView, 'footprint'>
  readonly settings: () => ChartSettings
  readonly model: ChartModel
  /** More was read. */
  readonly changed: () => void
}

/** What was traded at each price of the candles in view. */
export class ChartFootprint {
  readonly #loader: ProfileLoader
  readonly #cells = new FootprintCells()

  constructor(private readonly sources: Sources) {
    const { view, changed } = sources
    this.#loader = new ProfileLoader({ view: () => view.footprint, changed })
  }

  /** True if there may be something else to draw. */
  follow(drawing: ShownPart): boolean {
    const { model, settings } = this.sources
    const before = model.footprint
    if (!hasFootprint(settings()) && !before) return false
    model.footprint = hasFootprint(settings()) ? this.#read(drawing) : null
    if (!model.footprint) this.stop()
    return true
  }

  stop(): void {
    this.#loader.want(null)
  }

  #read({ chart, candles }: ShownPart): ShownFootprint {
    const { slots, prices } = this.sources.model
    const time = chart.timeScale()
    const visible = time.getVisibleLogicalRange()
    if (!visible || time.options().barSpacing < minSpacing) {
      this.stop()
      return nothing(footprintText.narrow)
    }
    const { footprintSides } = this.sources.settings()
    const range = visibleRange(slots, visible)
    this.#loader.want(range && (footprintSides ? { ...range, sides: true } : range))
    const { data, state } = this.#loader
    if (!data) return nothing(state === 'failed' ? footprintText.failed : footprintText.loading)
    if (data.step !== slots.seconds) return nothing(footprintText.tooMuch)
    const pane = chart.panes()[0]!.getHeight()
    const [top, bottom] = [candles.coordinateToPrice(0), candles.coordinateToPrice(pane)]
    if (top === null || bottom === null || pane === 0) return nothing(footprintText.loading)
    const scale = Math.max(prices.scale, data.total.priceScale)
    const wanted = (Math.abs(top - bottom) / pane) * minRow * 10 ** scale
    const height: RowHeight = { units: binHeight(wanted), scale }
    const plain = canonicalDecimal(formatDecimal(height)) ?? ''
    const at = (slot: number) => {
      const start = slots.all[slot]?.start
      const part = start === undefined ? null : data.part(start)
      return part && part.total.priceScale <= scale ? this.#cells.read(part, height) : null
    }
    const rows = formatNumber(plain, prices.numbers)
    if (!footprintSides) return { at, isSided: false, words: footprintText.rows(rows) }
    if (time.options().barSpacing < minSidedSpacing)
      return {
        at,
        isSided: false,
        words: footprintText.narrowSides(rows),
        shortWords: footprintText.narrowShort
      }
    const known: InferredSides[] = []
    for (let slot = Math.max(0, Math.floor(visible.from)); slot <= visible.to; slot += 1) {
      const sides = at(slot)?.sides
      if (sides) known.push(sides.whole)
    }
    const confidence = percentText(confidenceOf(sumOfSides(known)))
    return {
      at,
      isSided: true,
      words: footprintText.sidedRows(rows, confidence),
      shortWords: footprintText.sidesShort(confidence)
    }
  }
}

const nothing = (words: string): ShownFootprint => ({ at: () => null, isSided: false, words })
