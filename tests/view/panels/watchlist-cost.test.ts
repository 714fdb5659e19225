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
  const region = await show({}, 'AUSD')
  expect(sizeField(region)).toBeNull()
  expect(asked('AUSD').parts.cost).toBeNull()
})

it('shows and sorts by the cost of the size in its head', async () => {
  const region = await show({ hidden: [] }, 'AUSD', 'BUSD')
  const size = sizeField(region)!
  expect(size).toHaveProperty('value', '50k')
  await waitFor(() => expect(asked('BUSD').parts.cost).toEqual({ size: '50000', unit: 'quote', within: 10 }))
  const costs = (amount: string) =>
    costsOf(
      {
        bids: [['99', amount]],
        asks: [
          ['101', '1000'],
          ['102', amount]
        ]
      },
      asked('BUSD').parts.cost!
    ).news
  stage.port.send(
    { ...newsOf(asked('BUSD').id, 100), cost: costs('1000') },
    { ...newsOf(asked('AUSD').id, 100), cost: costs('1') }
  )
  // 50,000 / 101 are within the first level of asks, but one bid does not have the size.
  await waitFor(() => expect(cell('BUSD', 'Cost bp').textContent).toBe('100.00'))
  expect(cell('BUSD', '10 bp').textContent).toBe('0')
  expect(cell('AUSD', 'Cost bp').textContent).toBe('–')
  expect(cell('AUSD', 'Cost bp').title).toBe('The book does not have the size on both sides.')
  await fireEvent.click(within(stage.grid()).getByRole('button', { name: /Cost bp/ }))
  await waitFor(() => expect(order()).toEqual(['BUSD', 'AUSD']))
  await fireEvent.input(size, { target: { value: 'much' } })
  await fireEvent.keyDown(size, { key: 'Enter' })
  await waitFor(() => expect(stage.desk.toasts.list.at(-1)?.sentence).toContain('Enter a size above zero'))
  expect(size).toHaveProperty('value', '50k')
  await fireEvent.input(size, { target: { value: '1.5k' } })
  await fireEvent.keyDown(size, { key: 'Enter' })
  await waitFor(() => expect(asked('AUSD').parts.cost).toMatchObject({ size: '1500' }))
})
