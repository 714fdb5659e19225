import {
  ColorType,
  CrosshairMode,
  LineStyle,
  PriceScaleMode,
  type CandlestickStyleOptions,
  type ChartOptions,
  type DeepPartial,
  type Time
} from 'lightweight-charts'
import type { CandleBodies, ChartScale } from '#shared/contract/market/panels/chart'
import type { Look } from '../../lib/canvas'
import type { ClockKind } from '../../lib/format/time'
import { mixed } from './colours'
import type { PriceText } from './price-text'
import { pointedText, tickText } from './time-axis'

const modes: Readonly<Record<ChartScale, PriceScaleMode>> = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage
}

export function lookOptions(look: Look): DeepPartial<ChartOptions> {
  const line = { color: look.edge, labelBackgroundColor: look.lineStrong }
  const grid = mixed(look.line, look.panel, 0.55)
  return {
    layout: {
      background: { type: ColorType.Solid, color: look.panel },
      textColor: look.dim,
      fontFamily: look.figures,
      panes: { separatorColor: look.line, separatorHoverColor: look.lineStrong }
    },
    grid: { vertLines: { color: grid }, horzLines: { color: grid } },
    crosshair: { vertLine: line, horzLine: line }
  }
}

interface AxisSources {
  readonly clock: ClockKind
  /** In seconds. */
  readonly length: () => number
  readonly prices: PriceText
}

export function axisOptions({ clock, length, prices }: AxisSources): DeepPartial<ChartOptions> {
  return {
    localization: {
      // Independent of the system's locale.
      locale: 'en-GB',
      dateFormat: 'yyyy-MM-dd',
      timeFormatter: (time: Time) => pointedText(Number(time), clock, length()),
      percentageFormatter: prices.percent,
      tickmarksPercentageFormatter: prices.percentMany
    },
    timeScale: {
      tickMarkFormatter: (time: Time, type: Parameters<typeof tickText>[1]) =>
        tickText(Number(time), type, clock, length()),
      secondsVisible: length() < 60
    }
  }
}

export const fixedOptions = (scale: ChartScale): DeepPartial<ChartOptions> => ({
  autoSize: true,
  layout: {
    fontSize: 11,
    // The CSP refuses its style element; the panel's menu and "About" name the library.
    attributionLogo: false
  },
  rightPriceScale: {
    borderVisible: false,
    mode: modes[scale],
    scaleMargins: { top: 0.1, bottom: 0.08 },
    entireTextOnly: true
  },
  timeScale: {
    borderVisible: false,
    timeVisible: true,
    barSpacing: 7,
    minBarSpacing: 0.4,
    rightBarStaysOnScroll: true,
    // Follow handles this, because the axis also advances with time.
    shiftVisibleRangeOnNewBar: false,
    allowBoldLabels: false
  },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { width: 1, style: LineStyle.Dashed },
    horzLine: { width: 1, style: LineStyle.Dashed }
  },
  // Kinetic scrolling could not be distinguished from automatic scrolling.
  kineticScroll: { mouse: false, touch: false }
})

/** Rising and falling candles do not differ by color alone. */
export function candleOptions(look: Look, bodies: CandleBodies): CandlestickStyleOptions {
  const { bid, ask, panel } = look
  const rising = { pale: mixed(bid, panel, 0.45), hollow: panel, filled: bid }[bodies]
  return {
    upColor: rising,
    downColor: ask,
    wickVisible: true,
    borderVisible: true,
    borderColor: bid,
    borderUpColor: bid,
    borderDownColor: ask,
    wickColor: bid,
    wickUpColor: bid,
    wickDownColor: ask
  }
}
