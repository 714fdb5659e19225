import { chartText } from '../../messages/panels/chart'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import type { ClockKind } from '../../lib/format/time'
import type { MarketView } from '../../lib/markets'
import { comparedFigures } from './compare/texts'
import { isUnrecorded } from './gaps'
import { cumulatedFrom } from './head'
import type { PaneLabel } from './label-layer'
import { deltaText, legendFigures, noteOf, type LegendFigure } from './legend'
import type { ChartModel } from './model'
import type { Pointed } from './pointed'
import { liquidityFigures } from './liquidity/texts'
import { footprintFigures } from './footprint/texts'
import { studyFigures } from './studies/texts'
import { sessionOf } from './sums'

export interface ChartLegend {
  /** The start of the shown candle in seconds, or null. */
  readonly start: number | null
  readonly figures: readonly LegendFigure[]
  readonly note: string
  /** Under the pointer, else the newest candle. */
  readonly pointed: boolean
}

export const emptyLegend: ChartLegend = { start: null, figures: [], note: '', pointed: false }

interface Sources {
  readonly model: ChartModel
  readonly view: Pick<MarketView, 'session'>
  readonly settings: ChartSettings
  readonly clock: ClockKind
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly pointed: Pointed | null
  /** The size that rests at a price; null if it is not known. */
  readonly sizeAt: (slot: number, price: number) => number | null
}

export const shownSlotOf = ({ model, pointed }: Pick<Sources, 'model' | 'pointed'>): number =>
  pointed?.slot ?? model.slots.lastCandle

export function readLegend(sources: Sources): ChartLegend {
  const { model, view, settings, clock, now, pointed, sizeAt } = sources
  const { slots, studies, prices } = model
  const index = shownSlotOf(sources)
  const slot = slots.all[index]
  const price = pointed?.price ?? null
  const size = price === null ? null : sizeAt(index, price)
  const format = { numbers: prices.numbers, clock, now }
  return {
    start: slot?.start ?? null,
    note: noteOf(slot),
    pointed: pointed !== null,
    figures: legendFigures({
      slot,
      // Lines break where time was not recorded.
      sums: slot && isUnrecorded(slot) ? null : studies.sums[index],
      priceScale: prices.scale,
      numbers: prices.numbers,
      vwap: settings.vwap,
      cvd: settings.cvd,
      from: slot && isOf(view.session, slot.start) ? cumulatedFrom(view.session, clock) : null,
      heat: settings.heat ? (size ?? NaN) : null,
      more: [comparedFigures, studyFigures, liquidityFigures, footprintFigures].flatMap((figures) =>
        figures(model, index, format)
      )
    })
  }
}

const isOf = (session: MarketView['session'], start: number) =>
  session !== null && sessionOf(start) * 1000 === session.news.from

/** Of the pane of the cumulative volume delta. */
export function deltaLabel(
  sources: Pick<Sources, 'model' | 'pointed' | 'view' | 'clock'>,
  colour: string
): PaneLabel {
  const { model, view, clock } = sources
  const sums = model.studies.sums[shownSlotOf(sources)]
  const from = cumulatedFrom(view.session, clock)
  const words = from === null ? chartText.legend.cvd : chartText.legend.cvdFrom(from)
  return { words, value: sums ? deltaText(sums, model.prices.numbers) : '', colour }
}
