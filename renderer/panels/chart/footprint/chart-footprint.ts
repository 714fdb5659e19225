import { footprintText } from '../../../messages/panels/footprint'
import { canonicalDecimal, formatDecimal } from '#shared/domain/base/decimal'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import { formatDecimal as formatNumber } from '../../../lib/format/number'
import type { MarketView } from '../../../lib/markets'
import type { ChartDrawing } from '../drawing'
import type { ChartModel } from '../model'
import { ProfileLoader } from '../profile/profile-loader'
import { binHeight } from '../profile/value-area'
import { visibleRange } from '../profile/wanted-range'
import { FootprintCells, type RowHeight, type ShownFootprint } from './cells'

/** Pixels between candles, for a volume of five characters. */
const minSpacing = 52
/** Of a row, in pixels. */
const minRow = 15

interface Sources {
  readonly view: MarketView
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
  follow(drawing: ChartDrawing): boolean {
    const { model, settings } = this.sources
    const before = model.footprint
    if (!settings().footprint && !before) return false
    model.footprint = settings().footprint ? this.#read(drawing) : null
    if (!model.footprint) this.stop()
    return true
  }

  stop(): void {
    this.#loader.want(null)
  }

  #read({ chart, candles }: ChartDrawing): ShownFootprint {
    const { slots, prices } = this.sources.model
    const time = chart.timeScale()
    const visible = time.getVisibleLogicalRange()
    if (!visible || time.options().barSpacing < minSpacing) {
      this.stop()
      return nothing(footprintText.narrow)
    }
    this.#loader.want(visibleRange(slots, visible))
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
    return {
      at: (slot) => {
        const start = slots.all[slot]?.start
        const volumes = start === undefined ? null : data.part(start)
        return volumes && volumes.priceScale <= scale ? this.#cells.read(volumes, height) : null
      },
      words: footprintText.rows(formatNumber(plain, prices.numbers))
    }
  }
}

const nothing = (words: string): ShownFootprint => ({ at: () => null, words })
