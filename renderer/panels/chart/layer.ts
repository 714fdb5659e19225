import type { IChartApiBase, IPrimitivePaneView, ISeriesPrimitive, Time } from 'lightweight-charts'
import type { Target } from './target'

const depths = ['bottom', 'normal', 'top'] as const

/** Off screen, because the library always draws a label of an axis. */
export const nowhere = -1000

interface Attached {
  readonly chart: IChartApiBase<Time>
  readonly requestUpdate: () => void
}

/** An option that changes nothing makes the library draw once; `requestUpdate` measures the chart and draws it twice. */
function redraw(chart: IChartApiBase<Time>): void {
  const [series] = chart.panes()[0]!.getSeries()
  series?.applyOptions({ conflationThresholdFactor: 1 })
}

/** A layer of a pane, which draws by the methods that it has: below, among or above the series. */
export abstract class Layer<Sources> implements ISeriesPrimitive<Time> {
  /** Draws the chart once, in the next frame. */
  redraw: () => void = () => {}
  /** Labels on the axes may be wider: measures the chart and draws it twice. */
  measure: () => void = () => {}
  readonly #views: readonly IPrimitivePaneView[]

  constructor(protected readonly sources: Sources) {
    this.#views = depths
      .filter((depth) => this[depth] !== undefined)
      .map((depth) => {
        const renderer = { draw: (target: Target) => this[depth]?.(target) }
        return { zOrder: () => depth, renderer: () => renderer }
      })
  }

  protected bottom?(target: Target): void
  protected normal?(target: Target): void
  protected top?(target: Target): void

  attached({ chart, requestUpdate }: Attached): void {
    this.redraw = () => redraw(chart)
    this.measure = requestUpdate
  }

  detached(): void {
    this.redraw = this.measure = () => {}
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }
}
