import { choose, count } from './language'

const seconds = (value: number) => count(value, 'second', 'seconds', String(value))
const minutes = (value: number) => count(value, 'minute', 'minutes', String(value))
const levels = (value: number) => (value === 1 ? 'the best level' : `${value} levels`)

export const alertSentenceText = choose({
  en: {
    price: {
      up: (source: string, price: string) => `${source} crosses ${price} upwards`,
      down: (source: string, price: string) => `${source} crosses ${price} downwards`,
      either: (source: string, price: string) => `${source} crosses ${price}`
    },
    sources: { last: 'Last', bid: 'Bid', ask: 'Ask', mid: 'Mid' },
    move: {
      up: (percent: string, time: number) => `Price rises at least ${percent}% within ${minutes(time)}`,
      down: (percent: string, time: number) => `Price falls at least ${percent}% within ${minutes(time)}`,
      either: (percent: string, time: number) => `Price moves at least ${percent}% within ${minutes(time)}`
    },
    vwap: {
      up: 'Price crosses the session VWAP upwards',
      down: 'Price crosses the session VWAP downwards',
      either: 'Price crosses the session VWAP'
    },
    peg: (basisPoints: string, peg: string, value: number) =>
      `Mid at least ${basisPoints} bp off its peg of ${peg} for ${seconds(value)}`,
    spread: (basisPoints: string) => `Spread at least ${basisPoints} bp`,
    resting: {
      bids: (size: string, scope: string) => `At least ${size} resting on bids ${scope}`,
      asks: (size: string, scope: string) => `At least ${size} resting on asks ${scope}`,
      either: (size: string, scope: string) => `At least ${size} resting on either side ${scope}`
    },
    depth: {
      bids: (size: string, basisPoints: string) =>
        `Less than ${size} resting on bids within ${basisPoints} bp of the mid`,
      asks: (size: string, basisPoints: string) =>
        `Less than ${size} resting on asks within ${basisPoints} bp of the mid`,
      either: (size: string, basisPoints: string) =>
        `Less than ${size} resting on either side within ${basisPoints} bp of the mid`
    },
    cost: {
      buy: (size: string, basisPoints: string) => `Buying ${size} costs at least ${basisPoints} bp`,
      sell: (size: string, basisPoints: string) => `Selling ${size} costs at least ${basisPoints} bp`,
      either: (size: string, basisPoints: string) =>
        `Buying or selling ${size} costs at least ${basisPoints} bp`
    },
    worth: {
      base: (size: string, base: string) => `${size} ${base}`,
      quote: (size: string, base: string, quote: string) => `${size} ${quote} of ${base}`
    },
    scope: {
      near: (percent: string) => `within ${percent}% of the mid`,
      at: (price: string) => `at ${price}`
    },
    traded: {
      buy: (size: string, time: string) => `At least ${size} bought ${time}`,
      sell: (size: string, time: string) => `At least ${size} sold ${time}`,
      either: (size: string, time: string) => `At least ${size} traded ${time}`
    },
    time: {
      one: 'in one execution',
      within: (value: number) => `within ${seconds(value)}`
    },
    imbalance: {
      bids: (percent: string, depth: number) =>
        `Bids outweigh asks by at least ${percent}% over ${levels(depth)}`,
      asks: (percent: string, depth: number) =>
        `Asks outweigh bids by at least ${percent}% over ${levels(depth)}`,
      either: (percent: string, depth: number) =>
        `One side outweighs the other by at least ${percent}% over ${levels(depth)}`
    },
    stale: (value: number) => `No data for ${seconds(value)}`,
    anyStale: (value: number) => `Any watched market without data for ${seconds(value)}`,
    connection: {
      atOnce: 'Connection lost or refused',
      after: (value: number) => `Connection lost for ${seconds(value)}, or refused`
    }
  }
})
