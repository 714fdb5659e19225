import { canonicalDecimal } from '#shared/domain/base/decimal'
import type { SizePreset } from '#shared/contract/market/markets'
import type { SizeUnit } from '#shared/domain/market/depth/index'
import { marketUnits } from '#shared/domain/market/symbol'
import { formatDecimal, type NumberFormat } from '../format/number'

export type Size = SizePreset

/** For each quote currency whose unit is worth much more or less than a dollar. */
const usual: Readonly<Record<string, readonly string[]>> = {
  BTC: ['0.5', '2', '10'],
  ETH: ['10', '50', '250'],
  JPY: ['1000000', '5000000', '25000000']
}
const usualAmounts = ['10000', '50000', '250000']
const unknownAmounts = ['1', '10', '100']

export function usualSizes(market: string): readonly Size[] {
  const { quote } = marketUnits(market)
  // Without a known currency, nothing is known about the price.
  if (quote === 'quote') return unknownAmounts.map((amount) => ({ amount, unit: 'base' }))
  return (usual[quote] ?? usualAmounts).map((amount) => ({ amount, unit: 'quote' }))
}

/** Whose cost is recorded every second; null where it suits no market of that currency. */
export function recordedSize(market: string): Size | null {
  const isDollars = usualSizes(market)[0]!.amount === usualAmounts[0]
  return isDollars ? { amount: '100000', unit: 'quote' } : null
}

const line = /^(\d{1,30}(?:\.\d{1,30})?) (base|quote)$/
const maxKept = 200

/** Of settings, which anyone may have edited. */
export function keptSizes(lines: readonly string[], market: string): readonly Size[] {
  return lines.flatMap((one) => {
    const match = one.startsWith(`${market}=`) ? line.exec(one.slice(market.length + 1)) : null
    const amount = match && canonicalDecimal(match[1]!)
    return amount && /[1-9]/.test(amount) ? [{ amount, unit: match![2] as SizeUnit }] : []
  })
}

/** Replaces those of the market. */
export function keepSizes(
  lines: readonly string[],
  market: string,
  sizes: readonly Size[]
): readonly string[] {
  const others = lines.filter((one) => !one.startsWith(`${market}=`))
  return [...others, ...sizes.map(({ amount, unit }) => `${market}=${amount} ${unit}`)].slice(-maxKept)
}

export const isSameSize = (one: Size, other: Size) => one.amount === other.amount && one.unit === other.unit

/** Null if unknown. */
export function baseOf(market: string): string | null {
  const { base } = marketUnits(market)
  return base === 'base' ? null : base
}

export const unitName = (market: string, unit: SizeUnit) => marketUnits(market)[unit]

/** Thousands and millions in short: 250k, 1M. */
export function shortAmount(amount: string, numbers: NumberFormat): string {
  const short = /^(\d+?)(000000|000)$/.exec(amount)
  if (!short) return formatDecimal(amount, numbers)
  return formatDecimal(short[1]!, numbers) + (short[2]!.length === 6 ? 'M' : 'k')
}
