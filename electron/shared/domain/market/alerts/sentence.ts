import { alertSentenceText as text } from '#shared/messages/alert-sentence'
import { marketUnits } from '../symbol'
import type { AlertCondition } from './condition'

type Write = (text: string) => string

/** Without the market's name: "Last crosses 64,000 upwards". */
export function sentenceOf(condition: AlertCondition, write: Write = (plain) => plain): string {
  switch (condition.kind) {
    case 'price':
      return text.price[condition.direction](text.sources[condition.of], write(condition.price))
    case 'move':
      return text.move[condition.direction](write(condition.percent), condition.minutes)
    case 'vwap':
      return text.vwap[condition.direction]
    case 'peg':
      return text.peg(write(condition.basisPoints), write(condition.peg), condition.seconds)
    case 'spread':
      return text.spread(write(condition.basisPoints))
    case 'resting': {
      const { price, within } = condition
      const scope = price === null ? text.scope.near(write(within)) : text.scope.at(write(price))
      return text.resting[condition.side](sizeOf(condition, write), scope)
    }
    case 'depth':
      return text.depth[condition.side](sizeOf(condition, write), write(condition.basisPoints))
    case 'cost': {
      const { base, quote } = marketUnits(condition.market)
      const size = text.worth[condition.unit](write(condition.size), base, quote)
      return text.cost[condition.side](size, write(condition.basisPoints))
    }
    case 'traded': {
      const time = condition.seconds === 0 ? text.time.one : text.time.within(condition.seconds)
      return text.traded[condition.side](sizeOf(condition, write), time)
    }
    case 'imbalance':
      return text.imbalance[condition.side](write(condition.percent), condition.levels)
    case 'stale':
      return condition.market === null ? text.anyStale(condition.seconds) : text.stale(condition.seconds)
    case 'connection':
      return condition.seconds === 0 ? text.connection.atOnce : text.connection.after(condition.seconds)
  }
}

function sizeOf({ market, size }: { readonly market: string; readonly size: string }, write: Write): string {
  const { base } = marketUnits(market)
  return base === 'base' ? write(size) : text.worth.base(write(size), base)
}
