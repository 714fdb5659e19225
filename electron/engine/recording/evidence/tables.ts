import { csvLine } from '#shared/domain/base/csv'
import { formatDecimal } from '#shared/domain/base/decimal'
import { formatTime } from '#shared/domain/base/time'
import { aggressorOf, basisOf } from '#shared/domain/market/tape/index'
import type { RecordedTrade } from '../keyframes/trade-lines'
import { nanosecondsOf } from '../replay/log-time'
import type { StateRow } from './market-trace'
import { textOf, type Sides } from './rebuild-book'

const table = (rows: readonly (readonly string[])[]): Buffer => Buffer.from(rows.map(csvLine).join(''))

export const bookTable = ({ bids, asks }: Sides): Buffer =>
  table([
    ['side', 'price', 'amount'],
    ...bids.map(({ price, amount }) => ['bid', textOf(price), textOf(amount)]),
    ...asks.map(({ price, amount }) => ['ask', textOf(price), textOf(amount)])
  ])

export const tradesTable = (trades: readonly RecordedTrade[]): Buffer =>
  table([
    [
      'seq',
      'received',
      'received_ns',
      'executed',
      'executed_ns',
      'price',
      'amount',
      'inferred_aggressor',
      'inferred_from',
      'ahead_ms'
    ],
    ...trades.map(({ seq, received, executedAt, price, amount, inference, ahead }) => [
      String(seq),
      formatTime(nanosecondsOf(received)),
      String(nanosecondsOf(received)),
      formatTime(executedAt),
      String(executedAt),
      formatDecimal(price),
      formatDecimal(amount),
      aggressorOf(inference),
      basisOf(inference),
      String(ahead)
    ])
  ])

export const statesTable = (rows: readonly StateRow[]): Buffer =>
  table([
    ['seq', 'from', 'from_ns', 'state', 'reason'],
    ...rows.map(({ seq, at, state, reason }) => [
      String(seq),
      formatTime(at),
      String(at),
      state,
      reason ?? ''
    ])
  ])
