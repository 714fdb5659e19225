import { writeMicroseconds, type MarketMessage, type PriceLevel } from '../market/messages'

const writeLevels = (levels: readonly PriceLevel[]) => {
  let text = ''
  for (const { price, amount } of levels) {
    text += `${text === '' ? '' : ','}{"price":"${price}","amount":"${amount}"}`
  }
  return text
}

/** Written by hand, because nothing needs escaping: three times as fast as JSON.stringify. A test compares both. */
export function writeMessage(message: MarketMessage): string {
  const { market } = message
  const time = writeMicroseconds(message.time)
  if (message.kind === 'execution') {
    return (
      `{"channel":{"type":"execution_data","params":{"market":"${market}"}},"payload":{"market":"${market}",` +
      `"price":"${message.price}","amount":"${message.amount}","executed_at":"${time}"}}`
    )
  }
  return (
    `{"channel":{"type":"market_data","params":{"market":"${market}"}},"payload":{"market":"${market}",` +
    `"type":"${message.type}","time":"${time}",` +
    `"bids":[${writeLevels(message.bids)}],"asks":[${writeLevels(message.asks)}]}}`
  )
}

export const channelKey = (type: string, market: string) => `${type} ${market}`

export const keyOf = (message: MarketMessage) =>
  channelKey(message.kind === 'book' ? 'market_data' : 'execution_data', message.market)
