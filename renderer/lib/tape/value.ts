import { addDecimals, multiplyDecimals, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { TapeTrade } from '../markets'
import type { TradeRow } from './trade-row'

const zero: Decimal = { units: 0n, scale: 0 }

type Valued = Pick<TradeRow, 'trade' | 'amount' | 'value'>

/** In quote currency, exact. */
export const valueOf = ({ trade, amount, value }: Valued): Decimal => value ?? product(trade.price, amount)

/** Of a row and one more print of it. */
export const joinedValue = (row: Valued, { price, amount }: TapeTrade): Decimal =>
  addDecimals(valueOf(row), product(price, amount))

const product = (price: string, amount: string) =>
  multiplyDecimals(parseDecimal(price) ?? zero, parseDecimal(amount) ?? zero)
