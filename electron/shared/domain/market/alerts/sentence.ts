import type { AlertCondition } from './condition'

/** How a figure is written; `text` is a plain decimal. */
type Write = (text: string) => string

const prices = { last: 'Last', bid: 'Bid', ask: 'Ask', mid: 'Mid' } as const
const ways = { up: ' upwards', down: ' downwards', either: '' } as const
const restingSides = { bids: 'bids', asks: 'asks', either: 'either side' } as const
const traders = { buy: 'bought', sell: 'sold', either: 'traded' } as const

const seconds = (count: number) => (count === 1 ? '1 second' : `${count} seconds`)

/** What is watched for, without the market's name: "Last crosses 64,000 upwards". */
export function sentenceOf(condition: AlertCondition, write: Write = (text) => text): string {
  switch (condition.kind) {
    case 'price':
      return `${prices[condition.of]} crosses ${write(condition.price)}${ways[condition.direction]}`
    case 'spread':
      return `Spread at least ${write(condition.basisPoints)} bp`
    case 'resting': {
      const place =
        condition.price === null
          ? `within ${write(condition.within)} % of the mid`
          : `at ${write(condition.price)}`
      return `At least ${write(condition.size)} resting on ${restingSides[condition.side]} ${place}`
    }
    case 'traded': {
      const time = condition.seconds === 0 ? 'in one execution' : `within ${seconds(condition.seconds)}`
      return `At least ${write(condition.size)} ${traders[condition.side]} ${time}`
    }
    case 'imbalance': {
      const sides = { bids: 'Bids outweigh asks', asks: 'Asks outweigh bids', either: 'One side outweighs' }
      return `${sides[condition.side]} by at least ${write(condition.percent)} % over ${levels(condition.levels)}`
    }
    case 'stale':
      return condition.market === null
        ? `Any watched market silent for ${seconds(condition.seconds)}`
        : `Silent for ${seconds(condition.seconds)}`
    case 'connection':
      return condition.seconds === 0
        ? 'Connection lost or refused'
        : `Connection lost for ${seconds(condition.seconds)}, or refused`
  }
}

const levels = (count: number) => (count === 1 ? 'the best level' : `${count} levels`)
