import { render, screen, waitFor, within } from '@testing-library/svelte'
import { expect, it, onTestFinished } from 'vitest'
import type { MarketInterest } from '#shared/contract/market/markets'
import { panels } from '#renderer/desk/panel-kinds'
import { createDesk, startDesk } from '#renderer/lib/desk'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import { FakeMain } from '../support/bridge'
import { givePort } from '../support/port'
import { newsOf } from './market-news'
import PanelStage from './PanelStage.svelte'
import { place } from './place'
import SmallestPanel from './SmallestPanel.svelte'

it('shows a figure and table in the example panel of ARCHITECTURE.md', async () => {
  const main = new FakeMain()
  const desk = createDesk(main.bridge, window)
  onTestFinished(startDesk(desk, window))
  await Promise.all([desk.settings.load(), desk.connections.load(), desk.markets.load()])
  main.live()
  const panel = { id: 'p', kind: 'depth', link: null, market: 'BTCUSD', settings: {} } as const
  const host = new PanelHost(desk, place, () => panel, panels.depth.icon)
  render(PanelStage, { desk, host, panel: SmallestPanel })
  const feed = givePort(window)
  onTestFinished(feed.close)
  const interest = await waitFor(() => {
    const asked = main.calls.find(({ name }) => name === 'markets.subscribe')
    expect(asked).toBeDefined()
    return (asked!.payload as MarketInterest).id
  })
  feed.send(newsOf(interest, 100))
  const region = within(screen.getByRole('region', { name: 'Depth BTCUSD' }))
  expect(await region.findAllByText('0.02')).not.toEqual([])
  host.asTable = true
  expect((await region.findByRole('grid')).textContent).toContain('0.02')
})
