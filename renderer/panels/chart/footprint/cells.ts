import { formatDecimal } from '#shared/domain/base/decimal'
import type { PriceVolumes } from '#shared/domain/market/profile/price-volumes'
import { binned, type BinnedProfile } from '../profile/value-area'

/** The height of a row, in units of a scale. */
export interface RowHeight {
  readonly units: bigint
  readonly scale: number
}

export interface ShownFootprint {
  /** Null if there is nothing to draw in a slot. */
  readonly at: (slot: number) => BinnedProfile | null
  /** Its rows, or why there are none. */
  readonly words: string
}

interface Known {
  readonly key: string
  readonly cells: BinnedProfile | null
}

/** What was traded in each candle by rows of prices, and again only after a change. */
export class FootprintCells {
  readonly #known = new WeakMap<PriceVolumes, Known>()

  /** Null without trades. Prices must not have more digits than the scale. */
  read(volumes: PriceVolumes, { units, scale }: RowHeight): BinnedProfile | null {
    const key = `${volumes.version} ${units} ${scale}`
    const known = this.#known.get(volumes)
    if (known?.key === key) return known.cells
    const finer = 10n ** BigInt(scale - volumes.priceScale)
    const scaled = new Map(Array.from(volumes.volumes, ([price, volume]) => [price * finer, volume]))
    const { amountScale } = volumes
    const cells = binned({ volumes: scaled, priceScale: scale, amountScale }, units)
    this.#known.set(volumes, { key, cells })
    return cells
  }
}

/** Exact: the lowest price of each row with its volume, the highest first. */
export const exactCells = ({ bins, height, priceScale, amountScale }: BinnedProfile) =>
  bins.toReversed().map(({ index, volume }) => ({
    price: formatDecimal({ units: index * height, scale: priceScale }),
    volume: formatDecimal({ units: volume, scale: amountScale })
  }))
