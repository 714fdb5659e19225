import { fireEvent, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Panel } from '#shared/domain/workspace/index'
import { costsOf } from '../../unit/renderer/markets/cost'
import { newsOf } from './market-news'
import { WatchlistStage } from './watchlist-stage'

let stage: WatchlistStage
beforeEach(() => {
  stage = new WatchlistStage()
})
afterEach(() => stage.end())

/** With the settings that it changes. */
const show = (settings: Panel['settings'], ...markets: string[]) => stage.show(settings, ...markets)
const order = () => stage.order()
const cell = (market: string, title: string) => stage.cell(market, title)
const asked = (market: string) => stage.asked(market)
const sizeField = (region: HTMLElement) =>
  within(region).queryByRole('textbox', { name: /^Size of the cost column/ })

it('hides the cost of a size by default', async () => {
  const region = await show({}, 'ADAUSD')
  expect(sizeField(region)).toBeNull()
  expect(asked('ADAUSD').parts.cost).toBeNull()
})

it('shows and sorts by the cost of the size in its head', async () => {
  const region = await show({ hidden: [] }, 'ADAUSD', 'BNBUSD')
  const size = sizeField(region)!
  expect(size).toHaveProperty('value', '50k')
  await waitFor(() =>
    expect(asked('BNBUSD').parts.cost).toEqual({ size: '50000', unit: 'quote', within: 10 })
  )
  const costs = (amount: string) =>
    costsOf(
      {
        bids: [['99', amount]],
        asks: [
          ['101', '1000'],
          ['102', amount]
        ]
      },
      asked('BNBUSD').parts.cost!
    ).news
  stage.port.send(
    { ...newsOf(asked('BNBUSD').id, 100), cost: costs('1000') },
    { ...newsOf(asked('ADAUSD').id, 100), cost: costs('1') }
  )
  // 50,000 / 101 are within the first level of asks, but one bid does not have the size.
  await waitFor(() => expect(cell('BNBUSD', 'Cost bp').textContent).toBe('100.00'))
  expect(cell('BNBUSD', '10 bp').textContent).toBe('0')
  expect(cell('ADAUSD', 'Cost bp').textContent).toBe('–')
  expect(cell('ADAUSD', 'Cost bp').title).toBe('The book does not have the size on both sides.')
  await fireEvent.click(within(stage.grid()).getByRole('button', { name: /Cost bp/ }))
  await waitFor(() => expect(order()).toEqual(['BNBUSD', 'ADAUSD']))
  await fireEvent.input(size, { target: { value: 'much' } })
  await fireEvent.keyDown(size, { key: 'Enter' })
  await waitFor(() => expect(stage.desk.toasts.list.at(-1)?.sentence).toContain('Enter a size above zero'))
  expect(size).toHaveProperty('value', '50k')
  await fireEvent.input(size, { target: { value: '1.5k' } })
  await fireEvent.keyDown(size, { key: 'Enter' })
  await waitFor(() => expect(asked('ADAUSD').parts.cost).toMatchObject({ size: '1500' }))
})

it('converts the size with a live market of the quote currency', async () => {
  await show({ hidden: [] }, 'ETHBTC', 'BTCUSD', 'XY')
  const rates = () => stage.interests('BTCUSD').filter(({ pace }) => pace === 1000)
  await waitFor(() => expect(rates()).toHaveLength(1))
  expect(asked('ETHBTC').parts.cost).toBeNull()
  const why = 'No live market has the price of the quote currency in US dollars.'
  expect(cell('ETHBTC', 'Cost bp').title).toBe(why)
  expect(cell('XY', 'Cost bp').title).toBe(why)
  const { id } = rates()[0]!
  const sizes = () => stage.interests('ETHBTC').map(({ parts }) => parts.cost?.size ?? null)
  // Two in cents: a mid of 64,000 USD, then 0.09 % and 0.11 % above.
  stage.port.send(newsOf(id, 6_400_000))
  await waitFor(() => expect(sizes()).toEqual([null, '0.78125000']))
  const row = stage.interests('BTCUSD').find((one) => one.id !== id)!
  stage.port.send(newsOf(id, 6_405_760), newsOf(row.id, 6_405_760))
  await waitFor(() => expect(cell('BTCUSD', 'Last').textContent).toBe('64,057.60'))
  expect(sizes()).toHaveLength(2)
  stage.port.send(newsOf(id, 6_407_040))
  await waitFor(() => expect(sizes()).toEqual([null, '0.78125000', '0.78039157']))
  const cost = costsOf(
    { bids: [['0.0499', '40']], asks: [['0.0501', '40']] },
    { ...asked('ETHBTC').parts.cost!, within: 100 }
  ).news
  stage.port.send({ ...newsOf(asked('ETHBTC').id, 5), cost })
  await waitFor(() => expect(cell('ETHBTC', 'Cost bp').textContent).toBe('20.00'))
  // 4 BTC at 64,070.40 USD.
  expect(cell('ETHBTC', '10 bp').textContent).toBe('256k')
  stage.port.send({ ...newsOf(id, 6_407_040), state: 'stale' })
  await waitFor(() => expect(cell('ETHBTC', 'Cost bp').textContent).toBe('–'))
  expect(asked('ETHBTC').parts.cost).toBeNull()
})
