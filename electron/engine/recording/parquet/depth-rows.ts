import { parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { costOf, sizesWithin } from '#shared/domain/market/depth/index'
import type { LiveMarket } from '../../market/types'
import { decimalCells } from './decimals'
import type { AddRow, RowTime } from './market-rows'
import { depthBasisPoints, depthNotionals } from './tables'

const notionals = depthNotionals.map(({ amount }) => parseDecimal(amount)!)
const sides = ['bids', 'asks'] as const

/** The size resting near the mid of a live market, and the cost of amounts of quote currency, at a full second. */
export function addDepth(add: AddRow, { name, state, book }: LiveMarket, { seq, received }: RowTime): void {
  if (state !== 'live' || book.crossed()) return
  const sizes = sides.map((side) => sizesWithin(book, side, depthBasisPoints))
  if (sizes.includes(null)) return
  const costs = sides.toReversed().flatMap((side) =>
    notionals.map((amount) => {
      const cost = costOf(book, side, amount, 'quote')
      return cost?.complete ? cost.basisPoints : null
    })
  )
  add('depth_1s', name, [seq, received, ...[...sizes.flatMap((each) => each ?? []), ...costs].map(unitsOf)])
}

const unitsOf = (value: Decimal | null) => decimalCells(value)[0]
