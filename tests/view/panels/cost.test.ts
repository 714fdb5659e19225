import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MarketInterest } from '#shared/contract/market/markets'
import type { PastCosts, PastCostsRequest } from '#shared/contract/recording/past-costs'
import { fail } from '#shared/domain/base/problem'
import type { PanelSettings } from '#shared/domain/workspace/index'
import { panels } from '#renderer/desk/panel-kinds'
import { createDesk, startDesk } from '#renderer/lib/desk'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import CostPanel from '../../../renderer/panels/cost/CostPanel.svelte'
import { levelsOf, type PlainBook } from '../../unit/renderer/markets/book/books'
import { costsOf } from '../../unit/renderer/markets/cost'
import { replayNow } from '../support/app-states'
import { FakeMain } from '../support/bridge'
import { givePort, type MainEnd } from '../support/port'
import { newsOf } from './market-news'
import PanelStage from './PanelStage.svelte'
import { place } from './place'

let version = 0
let main: FakeMain
let feed: MainEnd
let stops: (() => void)[]
beforeEach(() => {
  const context = new Proxy(
    {},
    { get: (_, name) => (name === 'measureText' ? () => ({ width: 7 }) : () => undefined), set: () => true }
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as CanvasRenderingContext2D)
  main = new FakeMain()
  stops = []
})
afterEach(() => {
  cleanup()
  stops.forEach((stop) => stop())
})

async function show(settings: PanelSettings = {}): Promise<HTMLElement> {
  const desk = createDesk(main.bridge, window)
  stops.push(startDesk(desk, window))
  await Promise.all([desk.settings.load(), desk.connections.load(), desk.markets.load()])
  main.live()
  const panel = { id: 'p', kind: 'cost', link: null, market: 'BTCUSD', settings } as const
  const host = new PanelHost(desk, place, () => panel, panels.cost.icon)
  render(PanelStage, { desk, host, panel: CostPanel })
  feed = givePort(window)
  stops.push(() => feed.close())
  return screen.findByRole('region', { name: 'Cost of a size BTCUSD' })
}

const asked = () =>
  main.calls
    .filter(({ name }) => name === 'markets.subscribe')
    .map(({ payload }) => payload as MarketInterest)

/** What main computes of the book for the panel's last request. */
async function send(book: PlainBook, state: 'live' | 'stale' = 'live') {
  await waitFor(() => expect(asked().length).toBeGreaterThan(0))
  const { id, parts } = asked().at(-1)!
  const before = feed.drawn()
  feed.send({
    ...newsOf(id, (version += 1)),
    state,
    book: levelsOf(book, null, 1).news,
    cost: parts.cost ? costsOf(book, parts.cost).news : null
  })
  await waitFor(() => expect(feed.drawn()).toBeGreaterThan(before))
}

/** The visible rows. */
const rows = (region: HTMLElement) =>
  Object.fromEntries(
    [...region.querySelectorAll('.cost tbody tr')].map((row) => [
      row.querySelector('th')!.textContent,
      [...row.querySelectorAll('td')].map((cell) => cell.textContent)
    ])
  )

const plain: PlainBook = {
  bids: [
    ['99.00', '1'],
    ['98.00', '3']
  ],
  asks: [
    ['101.00', '1'],
    ['102.00', '2']
  ]
}

it('shows the cost of its size on both sides', async () => {
  const region = await show({ sizes: ['ETHUSD=7 base', 'BTCUSD=2 base'] })
  expect(asked().at(-1)!.parts.cost).toEqual({ size: '2', unit: 'base', within: null })
  await send(plain)
  await waitFor(() =>
    expect(rows(region)).toEqual({
      Average: ['101.50', '98.50'],
      Worst: ['102.00', '98.00'],
      Levels: ['2', '2']
    })
  )
  expect(within(region).getByRole('columnheader', { name: 'Mid 100.00' })).toBeTruthy()
  expect(region.textContent).toMatch(/Buy\s*150\.00 bp\s*3\.00 USD/)
  expect(region.textContent).toMatch(/Sell\s*150\.00 bp\s*3\.00 USD/)
  await send(plain, 'stale')
  await waitFor(() => expect(region).toHaveProperty('dataset.quiet', ''))
})

it('says what is missing instead of a cost', async () => {
  const region = await show({ sizes: ['BTCUSD=4 base'] })
  await send(plain)
  await waitFor(() => expect(rows(region)['Average']).toEqual(['–', '98.25']))
  expect(within(region).getByText('Only 3 BTC offered')).toBeTruthy()
  await send({ ...plain, bids: [] })
  await waitFor(() => expect(within(region).getByText('Only 3 BTC offered · No bids')).toBeTruthy())
  await send({ ...plain, bids: [['101.50', '9']] })
  await waitFor(() => expect(within(region).getByText('The book is crossed')).toBeTruthy())
  expect(rows(region)['Average']).toEqual(['–', '–'])
})

it('has no figures of a size that the book does not have, in its table either', async () => {
  const region = await show({ sizes: ['BTCUSD=4 base'] })
  await send(plain)
  const cells = () =>
    [...region.querySelectorAll('[role="grid"] tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent)
    )
  await waitFor(() =>
    expect(cells()).toEqual([
      ['Average', '–', '98.25'],
      ['Worst', '–', '98'],
      ['Slippage bp', '–', '175'],
      ['Slippage USD', '–', '7'],
      ['Levels', '2', '2'],
      ['Filled BTC', '3', '4'],
      ['Filled USD', '305', '393']
    ])
  )
})

it('says nothing of an empty book that is not live', async () => {
  const empty: PlainBook = { bids: [], asks: [] }
  const region = await show({ sizes: ['BTCUSD=2 base'] })
  await send(empty)
  await within(region).findByText('No asks · No bids')
  await send(empty, 'stale')
  await waitFor(() => expect(within(region).queryByText('No asks · No bids')).toBeNull())
})

it('takes a size as it is typed, and explains anything else', async () => {
  const region = await show()
  const field = within(region).getByRole('textbox', { name: 'Cost of' })
  expect(field).toHaveProperty('value', '50,000')
  await fireEvent.input(field, { target: { value: '1.5m' } })
  const kept = () => main.calls.findLast(({ name }) => name === 'workspaces.act')?.payload
  await waitFor(() => expect(kept()).toMatchObject({ settings: { sizes: ['BTCUSD=1500000 quote'] } }))
  await fireEvent.input(field, { target: { value: 'five' } })
  const alert = await within(region).findByRole('alert')
  expect(alert.textContent).toBe('Enter a size above zero, for example 0.25 or 50k.')
  expect(field.getAttribute('aria-describedby')).toBe(alert.id)
  await waitFor(() => expect(asked().at(-1)!.parts.cost).toBeNull())
  expect(rows(region)).toEqual({})
  await fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(within(region).queryByRole('alert')).toBeNull())
})

it('picks a preset or the other unit', async () => {
  const region = await show({ presets: ['BTCUSD=10 base', 'BTCUSD=50 base'], sizes: ['BTCUSD=50 base'] })
  const presets = within(within(region).getByRole('group', { name: 'Sizes of this market' })).getAllByRole(
    'button'
  )
  expect(presets.map((button) => [button.title, button.getAttribute('aria-pressed')])).toEqual([
    ['10 BTC', 'false'],
    ['50 BTC', 'true']
  ])
  const kept = () => main.calls.findLast(({ name }) => name === 'workspaces.act')?.payload
  await fireEvent.click(presets[0]!)
  await waitFor(() => expect(kept()).toMatchObject({ settings: { sizes: ['BTCUSD=10 base'] } }))
  await fireEvent.change(within(region).getByRole('combobox', { name: 'Unit of the size' }), {
    target: { value: 'USD' }
  })
  await waitFor(() => expect(kept()).toMatchObject({ settings: { sizes: ['BTCUSD=50 quote'] } }))
})

/** 150 bp, the cost now, is more than 30 of the 40 recorded moments: the others cost more, or lacked the size. */
function pastOf(span: PastCosts['span'], recorded = 40): PastCosts {
  const to = Date.now()
  const step = 20_000
  return {
    span,
    from: to - 3_600_000,
    to,
    step,
    moments: 180,
    costs: Array.from({ length: recorded }, (_, index) => ({
      at: to - (recorded - index) * step,
      buy: index < 30 ? '149.9999' : index < 35 ? '150' : null,
      sell: '150.0001'
    }))
  }
}
const section = (region: HTMLElement) =>
  within(region).findByRole('region', { name: 'Compared with the recording' })
const soon = { timeout: 3000 }

it('compares the cost with the recording, and says how much of it there is', async () => {
  main.answers['pastCosts.read'] = ({ span }: PastCostsRequest) => pastOf(span)
  const region = await show({ sizes: ['BTCUSD=2 base'], past: '1h' })
  await send(plain)
  const past = await section(region)
  const sentences = () => past.textContent.replaceAll('\u00a0', ' ')
  await waitFor(
    () => expect(sentences()).toMatch(/Buy More expensive than 75% of the last hour \(22% recorded\)/),
    soon
  )
  expect(sentences()).toMatch(/Sell More expensive than 0% of the last hour/)
  expect(sentences()).toContain('Median 150.00, 10% 150.00, 90% – bp')
  expect(sentences()).toContain('40 of 180 samples, one every 20 s')
  const request = main.payloads('pastCosts.read').at(-1)
  expect(request).toMatchObject({ market: 'BTCUSD', size: '2', unit: 'base', span: '1h', at: null })
  await fireEvent.click(within(past).getByRole('button', { name: '7 d' }))
  const kept = () => main.calls.findLast(({ name }) => name === 'workspaces.act')?.payload
  await waitFor(() => expect(kept()).toMatchObject({ settings: { past: '7d' } }))
})

it('compares with what was before the time of a replay', async () => {
  const ends: number[] = []
  main.answers['pastCosts.read'] = ({ span, at }: PastCostsRequest) => {
    const past = pastOf(span)
    if (at === null) return past
    ends.push(at)
    const by = at - past.to
    return {
      ...past,
      from: past.from + by,
      to: at,
      costs: past.costs.map((each) => ({ ...each, at: each.at + by }))
    }
  }
  const past = await section(await show({ sizes: ['BTCUSD=2 base'] }))
  main.push('replay.changed', replayNow)
  await waitFor(() => expect(ends).toEqual([replayNow.at]), soon)
  await within(past).findByText(/40 of 180/)
  // Nothing later is compared.
  main.push('replay.changed', { ...replayNow, at: replayNow.at - 60_000 })
  await waitFor(() => expect(within(past).queryByText(/40 of 180/)).toBeNull())
  await waitFor(() => expect(ends).toEqual([replayNow.at, replayNow.at - 60_000]), { timeout: 6000 })
})

it('claims nothing if too little is recorded', async () => {
  main.pastCosts = pastOf('24h', 19)
  const region = await show()
  await send(plain)
  const past = await section(region)
  const sentence =
    'Not compared: 19 samples of the last 24 hours recorded, one every 20 s. At least 20 are needed.'
  await waitFor(() => expect(past.textContent).toContain(sentence), soon)
  expect(past.textContent).not.toContain('More expensive')
  cleanup()
  main.pastCosts = null
  const other = await section(await show())
  await waitFor(
    () => expect(other.textContent).toContain('Not compared: nothing was recorded in the last 24 hours.'),
    soon
  )
})

it('shows how much was read, and can be cancelled', async () => {
  let finish = () => {}
  main.answers['pastCosts.read'] = () => new Promise((resolve) => (finish = () => resolve(null)))
  const region = await show({ sizes: ['BTCUSD=2 base'], past: '7d' })
  const past = await section(region)
  await waitFor(() => expect(main.payloads('pastCosts.read').length).toBe(1), soon)
  const { run } = main.payloads('pastCosts.read')[0] as PastCostsRequest
  main.push('pastCosts.progress', { run, share: 0.42 })
  const bar = await within(past).findByRole('progressbar', { name: 'Progress of reading the recording' })
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('42'))
  await fireEvent.click(within(past).getByRole('button', { name: 'Cancel' }))
  expect(main.payloads('pastCosts.cancel')).toEqual([{ run }])
  finish()
  await within(past).findByText('Not compared: reading was cancelled.')
  main.answers['pastCosts.read'] = ({ span }: PastCostsRequest) => pastOf(span)
  await send(plain)
  await fireEvent.click(within(past).getByRole('button', { name: 'Read again' }))
  await waitFor(() => expect(past.textContent).toContain('of the last 7 days'), soon)
})

it('says why nothing could be read', async () => {
  main.answers['pastCosts.read'] = () => {
    throw fail('recording.disk', 'The recording could not be read: no access.')
  }
  const past = await section(await show())
  await waitFor(() => expect(past.textContent).toContain('could not be read: no access.'), soon)
})
