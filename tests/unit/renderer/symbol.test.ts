import { expect, it } from 'vitest'
import { marketsLike, symbolOf } from '../../../renderer/lib/markets/symbol'

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
