import { depthText } from '../../messages/panels/depth'
import { divideDecimals, formatDecimal as plainText, type Decimal } from '#shared/domain/base/decimal'
import type { DepthSettings } from '#shared/contract/market/panels/depth'
import type { MarketUnits } from '#shared/domain/market/symbol'
import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import type { Side } from '../../lib/markets'
import type { Pointed } from './figures'
import { moneyText } from '../../lib/format/money'
import type { BoxLine } from './paint-box'

interface BoxOptions extends Pick<DepthSettings, 'average' | 'mirror'> {
  readonly numbers: NumberFormat
  readonly units: MarketUnits
  /** Fraction digits of the prices. */
  readonly places: number
}

const names = { bids: depthText.box.bidDown, asks: depthText.box.askUp } as const
const bounds = { bids: '≥ ', asks: '≤ ' } as const

export function boxLines(pointed: Pointed, options: BoxOptions): readonly BoxLine[] {
  const { numbers, units, places } = options
  const { side, grouping } = pointed
  const number = (value: Decimal, min?: number) =>
    formatDecimal(plainText(value), numbers, min === undefined ? {} : { places: min })
  const percent = (value: Decimal | null) =>
    value === null ? noNumber : `${formatDecimal(plainText(value), numbers, { signed: true })}%`
  const bound = grouping === null ? '' : bounds[side]
  const size = pointed.isLast ? depthText.box.atLeast(number(pointed.size)) : number(pointed.size)
  // Rounding must keep a bound valid.
  const away = grouping === null ? 'nearest' : side === 'bids' ? 'down' : 'up'
  const cost = `${bound}${moneyText(pointed.cost, numbers, away)}`
  const lines: BoxLine[] = [
    { head: true, rank: 0, name: names[side], figure: number(pointed.price, places) },
    { rank: 0, name: depthText.box.size, figure: `${size} ${units.base}`, short: size },
    { rank: 2, name: depthText.box.cost, figure: `${cost} ${units.quote}`, short: cost }
  ]
  if (options.average && pointed.average) {
    const exact = divideDecimals(pointed.cost, pointed.size, places, away)
    const average = `${bound}${number(exact, places)}`
    const figure = `${average} (${percent(pointed.slip)})`
    lines.push({ rank: 3, name: depthText.box.average, figure, short: average })
  }
  const distance = percent(pointed.distance)
  lines.push({
    rank: 1,
    name: pointed.fromMid ? depthText.box.toFill : depthText.box.slippage,
    figure: distance
  })
  if (options.mirror) lines.push(...mirrorLines(pointed, number, options))
  if (grouping !== null)
    lines.push({
      rank: 1,
      name: depthText.box.levels,
      figure: depthText.box.grouped(formatDecimal(grouping, numbers))
    })
  return lines
}

function mirrorLines(
  { side, mirror }: Pointed,
  number: (value: Decimal, min?: number) => string,
  { units, places }: BoxOptions
): BoxLine[] {
  const other: Side = side === 'bids' ? 'asks' : 'bids'
  if (!mirror) return [{ rank: 4, name: names[other], figure: depthText.box.unknown }]
  const size = `${mirror.grouping === null ? '' : '≥ '}${number(mirror.size)}`
  return [
    { head: true, rank: 4, name: names[other], figure: number(mirror.price, places) },
    { rank: 4, name: depthText.box.size, figure: `${size} ${units.base}`, short: size },
    { rank: 4, name: depthText.box.ratio, figure: mirror.ratio === null ? noNumber : number(mirror.ratio) }
  ]
}
