import { expect, it } from 'vitest'
import { marketsLike, mayBeMarket, symbolOf } from '#renderer/lib/markets/symbol'

const known = ['BTCUSD', 'ETHBTC', 'ETHUSD', 'wBTC']

it('recognizes a known market in any spelling', () => {
  expect(symbolOf(' btcusd ', known)).toBe('BTCUSD')
  expect(symbolOf('WBTC', known)).toBe('wBTC')
  expect(symbolOf('xyzusd', known)).toBe('XYZUSD')
  expect(symbolOf('XyzUsd', known)).toBe('XyzUsd')
  expect(symbolOf('btc usd', known)).toBe('btc usd')
})

it('finds markets by name, prefixes first', () => {
  expect(marketsLike('btc', known)).toEqual(['BTCUSD', 'ETHBTC', 'wBTC'])
  expect(marketsLike('', known)).toEqual([])
})

it.each([
  ['XYZUSD', true],
  ['SOLBTC', true],
  ['wBTC', true],
  ['ETHBTC', true],
  ['LOCK', false],
  ['THEME', false],
  ['SOLEUR', true],
  ['BTC-MXN', true],
  ['XUSD', false],
  ['usd-usd', false],
  ['lock USD', false],
  [`${'X'.repeat(200)}USD`, false]
])('recognizes %o as a market: %s', (typed, may) => {
  expect(mayBeMarket(typed, known)).toBe(may)
})

it('recognizes no unknown words', () => {
  expect(mayBeMarket('BTCUSD', [])).toBe(true)
  expect(mayBeMarket('SETTINGSS', [])).toBe(false)
  // The quote currency is unknown.
  expect(mayBeMarket('XYZquote', ['SOME.THING'])).toBe(false)
})
