import { marketText } from '#shared/messages/market'
import { unspecifiedCode } from '#shared/wire/stream-decoder'
import type { Channel } from '../connection/stream/types'

export const refusalSentence = ({ type, market }: Channel, code: string): string => {
  const { unknownMarket, bookRefused, tradesRefused } = marketText.subscription
  if (type === 'execution_data') return tradesRefused(market, code)
  return code === 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION' ? unknownMarket(market) : bookRefused(market, code)
}

export const declinedSentence = ({ type, market }: Channel, code: string): string => {
  const { bookDeclined, tradesDeclined } = marketText.subscription
  const declined = type === 'market_data' ? bookDeclined : tradesDeclined
  return declined(market, code === unspecifiedCode ? null : code)
}
