import { sideFigures, type SidedVolumes } from '#shared/domain/market/profile/sided-volumes'
import type { BinnedProfile } from '../profile/value-area'

/** In percent. Cells below it are hatched. */
export const minConfidence = 80

/** Volumes are units of the amount's scale; all three add up to the total. */
export interface InferredSides {
  readonly buys: bigint
  readonly sells: bigint
  readonly unknown: bigint
  /** Of how many trades, and the sum of their percentages. */
  readonly rated: bigint
  readonly confidence: bigint
}

export interface CandleSides {
  /** By the index of a bin. */
  readonly cells: ReadonlyMap<bigint, InferredSides>
  readonly whole: InferredSides
  /** Of one side of a cell. */
  readonly largest: bigint
}

const none: InferredSides = { buys: 0n, sells: 0n, unknown: 0n, rated: 0n, confidence: 0n }
const larger = (one: bigint, other: bigint) => (one > other ? one : other)

export const sumOfSides = (all: Iterable<InferredSides>): InferredSides =>
  [...all].reduce(
    (sum, { buys, sells, unknown, rated, confidence }) => ({
      buys: sum.buys + buys,
      sells: sum.sells + sells,
      unknown: sum.unknown + unknown,
      rated: sum.rated + rated,
      confidence: sum.confidence + confidence
    }),
    none
  )

/** @param indexOf the bin of a price */
export function binnedSides(
  { sides }: SidedVolumes,
  { bins }: Pick<BinnedProfile, 'bins'>,
  indexOf: (price: bigint) => bigint
): CandleSides | null {
  if (!sides) return null
  const [buys, sells, rated, confidence] = sideFigures.map((figure) => {
    const sums = new Map<bigint, bigint>()
    for (const [price, volume] of sides[figure].volumes) {
      sums.set(indexOf(price), (sums.get(indexOf(price)) ?? 0n) + volume)
    }
    return (index: bigint) => sums.get(index) ?? 0n
  })
  const cells = new Map(
    bins.map(({ index, volume }) => [
      index,
      {
        buys: buys!(index),
        sells: sells!(index),
        unknown: volume - buys!(index) - sells!(index),
        rated: rated!(index),
        confidence: confidence!(index)
      }
    ])
  )
  const largest = [...cells.values()].reduce((most, cell) => larger(most, larger(cell.buys, cell.sells)), 0n)
  return { cells, whole: sumOfSides(cells.values()), largest }
}

/** In percent; null if it is not known. */
export const confidenceOf = ({ rated, confidence }: InferredSides): number | null =>
  rated === 0n ? null : Number(confidence) / Number(rated)

export const isUncertain = (sides: InferredSides) => (confidenceOf(sides) ?? 0) < minConfidence
