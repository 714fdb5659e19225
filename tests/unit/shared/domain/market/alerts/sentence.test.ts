import { expect, it } from 'vitest'
import { sentenceOf, type AlertCondition } from '#shared/domain/market/alerts/index'

const resting = { kind: 'resting', side: 'bids', size: '1500', price: '64000', within: '1' } as const
const depth = { kind: 'depth', side: 'either', size: '20', basisPoints: '10' } as const
const traded = { kind: 'traded', side: 'buy', size: '0.3', seconds: 10 } as const

it.each<readonly [AlertCondition, string]>([
  [{ ...resting, market: 'BTCUSD' }, 'At least 1500 BTC resting on bids at 64000'],
  [{ ...depth, market: 'ETHUSD' }, 'Less than 20 ETH resting on either side within 10 bp of the mid'],
  [{ ...traded, market: 'BTCUSD' }, 'At least 0.3 BTC bought within 10 seconds'],
  // Its unit is not known.
  [{ ...traded, market: 'X1' }, 'At least 0.3 bought within 10 seconds']
])('names the unit of a size: %#', (condition, sentence) => {
  expect(sentenceOf(condition)).toBe(sentence)
})
