import { formatDecimal } from '#shared/domain/base/decimal'
import type { SidedVolumes } from '#shared/domain/market/profile/sided-volumes'
import { binned, type BinnedProfile } from '../profile/value-area'
import { binnedSides, type CandleSides } from './sides'

/** The height of a row, in units of a scale. */
export interface RowHeight {
  readonly units: bigint
  readonly scale: number
}

export interface ShownFootprint {
  /** Null if there is nothing to draw in a slot. */
  readonly at: (slot: number) => FootprintCandle | null
  readonly isSided: boolean
  /** Its rows, or why there are none. */
  readonly words: string
  /** Where those do not fit. */
  readonly shortWords?: string
}

interface Known {
  readonly key: string
  readonly cells: FootprintCandle | null
}

export interface FootprintCandle extends BinnedProfile {
  /** Null if they are not wanted. */
  readonly sides: CandleSides | null
}

/** What was traded in each candle by rows of prices, and again only after a change. */
export class FootprintCells {
  readonly #known = new WeakMap<SidedVolumes, Known>()

  /** Null without trades. Prices must not have more digits than the scale. */
  read(part: SidedVolumes, { units, scale }: RowHeight): FootprintCandle | null {
    const { total } = part
    const key = `${total.version} ${units} ${scale}`
    const known = this.#known.get(part)
    if (known?.key === key) return known.cells
    const finer = 10n ** BigInt(scale - total.priceScale)
    const scaled = new Map(Array.from(total.volumes, ([price, volume]) => [price * finer, volume]))
    const { amountScale } = total
    const profile = binned({ volumes: scaled, priceScale: scale, amountScale }, units)
    const indexOf = (price: bigint) => (price * finer) / units
    const cells = profile && { ...profile, sides: binnedSides(part, profile, indexOf) }
    this.#known.set(part, { key, cells })
    return cells
  }
}

/** Exact: the lowest price of each row with its volume, the highest first. */
export const exactCells = ({ bins, height, priceScale, amountScale }: BinnedProfile) =>
  bins.toReversed().map(({ index, volume }) => ({
    price: formatDecimal({ units: index * height, scale: priceScale }),
    volume: formatDecimal({ units: volume, scale: amountScale })
  }))
