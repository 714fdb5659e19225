import type { BookMessage, ExecutionMessage, MarketMessage } from '#shared/domain/market/messages'
import { aggressorOf, basisOf, inferences, type Trade } from '#shared/domain/market/tape/index'
import { decimalCells } from './decimals'
import type { Row, Table } from './tables'

export type AddRow = (table: Table, market: string, row: Row) => void

/** Where an item is in the log. */
export interface RowTime {
  readonly seq: bigint
  /** Nanoseconds since the epoch. */
  readonly received: bigint
}

type Side = Pick<Trade, 'aggressor' | 'basis'>

const unknownSide: Side = { aggressor: aggressorOf(inferences.none), basis: basisOf(inferences.none) }

export function addMarketRows(
  add: AddRow,
  time: RowTime,
  message: MarketMessage,
  side: Side = unknownSide
): void {
  if (message.kind === 'book') addBook(add, time, message)
  else addTrade(add, time, message, side)
}

function addBook(add: AddRow, { seq, received }: RowTime, { market, snapshot, time, ...sides }: BookMessage) {
  for (const [side, levels] of [
    ['bid', sides.bids],
    ['ask', sides.asks]
  ] as const) {
    for (const level of levels) {
      const [price, priceText] = decimalCells(level.price)
      const [amount, amountText] = decimalCells(level.amount)
      add('book', market, [seq, time, received, snapshot, side, price, amount, priceText, amountText])
    }
  }
}

function addTrade(
  add: AddRow,
  { seq, received }: RowTime,
  { market, executedAt, ...numbers }: ExecutionMessage,
  { aggressor, basis }: Side
) {
  const [price, priceText] = decimalCells(numbers.price)
  const [amount, amountText] = decimalCells(numbers.amount)
  add('trades', market, [seq, executedAt, received, price, amount, aggressor, basis, priceText, amountText])
}
