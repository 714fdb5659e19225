import type { Decimal } from '#shared/domain/base/decimal'
import type { PriceVolumes } from '#shared/domain/market/profile/price-volumes'

/** Prices from a multiple of the bin's height up to the next one. */
interface Bin {
  /** In bins. */
  readonly index: bigint
  readonly volume: bigint
}

export interface BinnedProfile {
  /** The height of a bin, in units of the price. */
  readonly height: bigint
  readonly priceScale: number
  readonly amountScale: number
  /** The lowest first, without empty ones. */
  readonly bins: readonly Bin[]
  readonly total: bigint
  readonly largest: bigint
  /** The bin with the largest volume: the highest one of several. */
  readonly control: bigint
  /** The value area: the bins around it, of 70 % of the volume. */
  readonly low: bigint
  readonly high: bigint
}

const [share, whole] = [70n, 100n]
/** From the lowest price to the highest one. */
const maxBins = 200

/** A step of 1, 2 or 5 times a power of ten, at least as high as wanted. */
export function binHeight(wanted: number): bigint {
  let power = 1n
  for (;;) {
    for (const digit of [1n, 2n, 5n]) if (Number(digit * power) >= wanted) return digit * power
    power *= 10n
  }
}

/** The height of bins that follows from the prices alone, so that all who see them have the same levels. */
export function levelHeight({ volumes }: Pick<PriceVolumes, 'volumes'>): bigint {
  let [lowest, highest]: [bigint | null, bigint] = [null, 0n]
  for (const price of volumes.keys()) {
    if (lowest === null || price < lowest) lowest = price
    if (price > highest) highest = price
  }
  return binHeight(Number(highest - (lowest ?? highest)) / maxBins)
}

/** As many bins in one, for drawing: that with the largest volume and the value area stay where they are. */
export function joined(profile: BinnedProfile, count: bigint): BinnedProfile {
  const { bins, height, control, low, high } = profile
  if (count === 1n) return profile
  const volumes = new Map(bins.map(({ index, volume }) => [index, volume]))
  return {
    ...profile,
    ...binned({ ...profile, volumes }, count),
    height: height * count,
    control: control / count,
    low: low / count,
    high: high / count
  }
}

/** Null without trades. */
export function binned(
  { volumes, priceScale, amountScale }: Pick<PriceVolumes, 'volumes' | 'priceScale' | 'amountScale'>,
  height: bigint
): BinnedProfile | null {
  const sums = new Map<bigint, bigint>()
  for (const [price, volume] of volumes) {
    const index = price / height
    sums.set(index, (sums.get(index) ?? 0n) + volume)
  }
  const bins = Array.from(sums, ([index, volume]) => ({ index, volume })).sort((one, other) =>
    one.index < other.index ? -1 : 1
  )
  if (bins.length === 0) return null
  const total = bins.reduce((sum, { volume }) => sum + volume, 0n)
  const control = bins.reduce((one, other) => (other.volume >= one.volume ? other : one))
  return {
    height,
    priceScale,
    amountScale,
    bins,
    total,
    largest: control.volume,
    control: control.index,
    ...valueArea(bins, bins.indexOf(control), total)
  }
}

/** Grows from the control bin by the larger neighbour, upwards if they are equal. */
function valueArea(bins: readonly Bin[], control: number, total: bigint): { low: bigint; high: bigint } {
  let [low, high] = [control, control]
  let volume = bins[control]!.volume
  while (volume * whole < total * share) {
    const below = bins[low - 1]?.volume ?? -1n
    const above = bins[high + 1]?.volume ?? -1n
    if (above >= below) high += 1
    else low -= 1
    volume += above >= below ? above : below
  }
  return { low: bins[low]!.index, high: bins[high]!.index }
}

/** The lower end of a bin. */
export const priceOf = ({ height, priceScale }: BinnedProfile, index: bigint): Decimal => ({
  units: index * height,
  scale: priceScale
})

/** Only for drawing. */
export const drawnPrice = ({ height, priceScale }: BinnedProfile, index: bigint): number =>
  Number(index * height) / 10 ** priceScale
