import type { ChartSettings } from '#shared/contract/market/panels/chart'
import type { ClockKind } from '../../../lib/format/time'
import type { MarketView } from '../../../lib/markets'
import type { ChartModel } from '../model'
import type { ShownPart } from '../shown-part'
import { ProfileLoader } from './profile-loader'
import { ProfileBins } from './shown-profile'
import { wantedRange } from './wanted-range'

interface Sources {
  readonly view: Pick<MarketView, 'trades' | 'candles' | 'readProfile' | 'cancelProfile'>
  readonly settings: () => ChartSettings
  readonly model: ChartModel
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** More was read. */
  readonly changed: () => void
}

/** The volume profile of one chart. */
export class ChartProfile {
  readonly #loader: ProfileLoader
  readonly #bins = new ProfileBins()

  constructor(private readonly sources: Sources) {
    const { view, changed } = sources
    this.#loader = new ProfileLoader({ view: () => view, changed })
  }

  /** True if there is something else to draw. */
  follow({ chart, candles }: ShownPart, clock: ClockKind): boolean {
    const { view, model, settings, now } = this.sources
    const { slots } = model
    const before = model.profile
    if (settings().profile === 'off' && !before) return false
    const time = now()
    const visible = chart.timeScale().getVisibleLogicalRange()
    const range = wantedRange({ settings: settings(), slots, visible, now: time })
    this.#loader.want(range)
    const height = chart.panes()[0]?.getHeight() ?? 0
    const [top, bottom] = [candles.coordinateToPrice(0), candles.coordinateToPrice(height)]
    model.profile = range && {
      ...this.#bins.read({
        data: this.#loader.data,
        state: this.#loader.state,
        from: range.from * 1000,
        to: Math.min(time, (range.to ?? Infinity) * 1000),
        chart: {
          from: (slots.all[0]?.start ?? Infinity) * 1000,
          spans: view.candles?.spans ?? new Float64Array(0)
        },
        pricePerPixel: top === null || bottom === null || height === 0 ? 0 : Math.abs(top - bottom) / height,
        numbers: model.prices.numbers,
        clock
      })
    }
    return before?.bars !== model.profile?.bars || before?.words !== model.profile?.words
  }

  stop(): void {
    this.#loader.want(null)
  }
}
