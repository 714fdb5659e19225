import { intervals, type Interval } from '#shared/domain/market/candles/intervals'
import { crosshairMoves, type CrosshairSources } from './crosshair-moves'
import type { ChartMoves } from './keys'

interface Sources extends CrosshairSources {
  readonly setInterval: (interval: Interval) => void
  readonly removeAt: (price: number) => void
  readonly moveAt: (price: number, to: number) => void
  readonly anchor: () => void
}

const minSpacing = 0.4
const maxSpacing = 200

export function chartMoves(sources: Sources): ChartMoves {
  const { stepped, point, pan } = crosshairMoves(sources)
  const scale = () => sources.drawing()?.chart.timeScale()

  const atPointed = (run: (price: number) => void) => {
    const price = sources.pointed()?.price
    if (price !== undefined && price !== null) run(price)
  }

  return {
    pan,
    zoom(factor) {
      const time = scale()
      const spacing = (time?.options().barSpacing ?? 0) * factor
      time?.applyOptions({ barSpacing: Math.min(maxSpacing, Math.max(minSpacing, spacing)) })
      sources.drawing()?.follow.moved()
    },
    toOldest() {
      const range = scale()?.getVisibleLogicalRange()
      if (range) pan(-range.from)
    },
    toNewest: () => sources.drawing()?.follow.goLive(),
    point,
    pointNowhere: () => sources.point(null),
    pickInterval(index) {
      const interval = intervals[index]
      if (interval) sources.setInterval(interval)
    },
    removeLine: () => atPointed(sources.removeAt),
    anchor: sources.anchor,
    moveLine: (steps) => atPointed((price) => sources.moveAt(price, stepped(price, steps)))
  }
}
