import { studyText } from '../../../messages/panels/studies'
import type { IChartApiBase, ISeriesApi, Logical, Time } from 'lightweight-charts'
import { formatDecimal } from '#shared/domain/base/decimal'
import type { Look } from '../../../lib/canvas'
import { formatAsOf, type ClockKind } from '../../../lib/format/time'
import { strokeHalo } from '../halo-layer'
import { Layer } from '../layer'
import type { Slots } from '../slots'
import type { Target } from '../target'
import type { SessionLevel } from './session-levels'

interface Sources {
  readonly levels: () => readonly SessionLevel[]
  readonly slots: Slots
  readonly chart: IChartApiBase<Time>
  readonly series: ISeriesApi<'Candlestick'>
  readonly clock: ClockKind
  readonly look: () => Look
  /** Around the lines, on heat. */
  readonly halo: () => string | null
}

/** Closer labels are drawn as one. */
const labelHigh = 13
/** Above it is the legend. */
const legendLow = 24

interface Label {
  readonly y: number
  readonly words: string
}

/** Labels of close levels in one line. */
export function joinLabels(labels: readonly Label[]): readonly Label[] {
  const joined: { y: number; words: string }[] = []
  for (const { y, words } of labels.toSorted((one, other) => one.y - other.y)) {
    const last = joined.at(-1)
    if (last && y - last.y < labelHigh) last.words += ` · ${words}`
    else joined.push({ y, words })
  }
  return joined
}

export function levelWords({ name, late, isPartial }: SessionLevel, clock: ClockKind): string {
  const level = studyText.level[name]
  if (late !== null) return studyText.late(level, formatAsOf(late * 1000, late * 1000, clock))
  return isPartial && name !== 'open' ? studyText.partial(level) : level
}

/** Lines at the session's prices, from its start to the newest candle and beyond. */
export class LevelsLayer extends Layer<Sources> {
  protected override normal(target: Target): void {
    const { levels, series, clock, look, halo } = this.sources
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const { dim, panel, words } = look()
      const labels: Label[] = []
      const around = halo()
      for (const level of levels()) {
        const at = series.priceToCoordinate(Number(formatDecimal(level.price)))
        if (at === null || at < 0 || at > mediaSize.height) continue
        const y = Math.round(at) + 0.5
        context.beginPath()
        context.moveTo(this.#x(level.late ?? level.start), y)
        context.lineTo(mediaSize.width, y)
        context.setLineDash(level.name.startsWith('previous') ? [1, 3] : [6, 3])
        if (around !== null) strokeHalo(context, around, 1)
        context.strokeStyle = dim
        context.lineWidth = 1
        context.stroke()
        context.setLineDash([])
        if (y - labelHigh / 2 > legendLow) labels.push({ y, words: levelWords(level, clock) })
      }
      context.font = `400 10px ${words}`
      context.textBaseline = 'middle'
      context.textAlign = 'right'
      for (const label of joinLabels(labels)) {
        const wide = context.measureText(label.words).width
        context.fillStyle = panel
        context.fillRect(mediaSize.width - wide - 10, label.y - labelHigh / 2, wide + 8, labelHigh)
        context.fillStyle = dim
        context.fillText(label.words, mediaSize.width - 6, label.y + 0.5)
      }
      context.textAlign = 'left'
    })
  }

  #x(start: number): number {
    const { slots, chart } = this.sources
    const index = slots.indexAt(start)
    return index < 0 ? 0 : Math.max(0, chart.timeScale().logicalToCoordinate(index as Logical) ?? 0)
  }
}
