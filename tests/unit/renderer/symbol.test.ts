import { expect, it } from 'vitest'
import { marketsLike, mayBeMarket, symbolOf } from '#renderer/lib/markets/symbol'

const known = ['BTCUSD', 'ETHBTC', 'ETHUSD', 'wBTC']

it('takes a known market however it is written, and small letters alone for capitals', () => {
  expect(symbolOf(' btcusd ', known)).toBe('BTCUSD')
  expect(symbolOf('WBTC', known)).toBe('wBTC')
  expect(symbolOf('xyzusd', known)).toBe('XYZUSD')
  expect(symbolOf('XyzUsd', known)).toBe('XyzUsd')
  expect(symbolOf('btc usd', known)).toBe('btc usd')
})

it('finds markets by any part of their name, the beginning first', () => {
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
])('takes %o for a market: %s', (typed, may) => {
  expect(mayBeMarket(typed, known)).toBe(may)
})

it('takes no word for a market where none is known', () => {
  expect(mayBeMarket('BTCUSD', [])).toBe(true)
  expect(mayBeMarket('SETTINGSS', [])).toBe(false)
  // Nobody can tell what this one is paid with.
  expect(mayBeMarket('XYZquote', ['SOME.THING'])).toBe(false)
})
