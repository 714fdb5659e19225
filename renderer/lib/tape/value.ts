import { multiplyDecimals, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { TradeRow } from './rows'

const zero: Decimal = { units: 0n, scale: 0 }

export const valueOf = ({ trade, amount }: Pick<TradeRow, 'trade' | 'amount'>): Decimal =>
  multiplyDecimals(parseDecimal(trade.price) ?? zero, parseDecimal(amount) ?? zero)
