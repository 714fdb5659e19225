import { screen, waitFor, within } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import type { BookRow } from '#shared/contract/app/diagnostics-stream'
import type { FeedFrame, HealthFrame } from '#shared/contract/market/feed'
import type { StreamStatus } from '#shared/contract/market/markets'
import { countNames, streamCounts } from '#shared/contract/connection/stream-counts'
import { fail } from '#shared/domain/base/problem'
import { FakeMain } from '../support/bridge'
import { drawNowhere } from '../support/canvas'
import { localSandbox, treasury } from '../support/profiles'
import { show, type Shown } from '../support/show'

const book = (market: string, part: Partial<BookRow> = {}): BookRow => ({
  market,
  state: 'live',
  since: Date.now() - 5000,
  reason: null,
  bookAge: 250,
  tradeAge: null,
  levels: 2000,
  crossed: false,
  wide: false,
  ...part
})

async function open(main = new FakeMain()): Promise<Shown> {
  drawNowhere()
  const shown = await show('#/diagnostics', main)
  main.live()
  await screen.findByRole('heading', { name: 'Diagnostics' })
  return shown
}
const streamIs = (main: FakeMain, part: Partial<StreamStatus> & Pick<StreamStatus, 'phase'>) => {
  main.markets = { ...main.markets, stream: { ...main.markets.stream, since: Date.now(), ...part } }
  main.push('markets.changed', main.markets)
}
const panel = (name: string) => within(screen.getByRole('region', { name }))
const banner = () => within(screen.getAllByRole('banner')[0]!)
const rows = () =>
  within(screen.getByRole('region', { name: 'Books by state and age' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim()).join(' '))

describe('the stream state', () => {
  it('counts down and retries on request', async () => {
    const { main } = await open()
    streamIs(main, {
      phase: 'waiting',
      problem: { code: 'stream.close.lost', sentence: 'Socket closed (1006).', retryable: true },
      retryAt: Date.now() + 8000,
      attempt: 3
    })
    const connection = panel('Connection')
    await connection.findByText('Disconnected')
    connection.getByText('Socket closed (1006).')
    connection.getByText('attempt 3')
    expect(connection.getByText(/^Next try in \d+\ss$/)).toBeTruthy()
    expect(banner().getByText('Disconnected')).toBeTruthy()
    expect(banner().getByText(/^Next try in \d+\ss$/)).toBeTruthy()
    connection.getByRole('button', { name: 'Try now' }).click()
    await waitFor(() => expect(main.payloads('markets.retry')).toHaveLength(1))
    streamIs(main, { phase: 'subscribed', problem: null, retryAt: null, roundTrip: 11.24 })
    await connection.findByText('Live')
    expect(connection.queryByRole('button', { name: 'Try now' })).toBeNull()
    expect(connection.getByText(/^11\.2\sms$/)).toBeTruthy()
  })

  it('shows round trip and rate in the top bar', async () => {
    const { main, desk } = await open()
    streamIs(main, { phase: 'subscribed', roundTrip: 11.24 })
    desk.health.last = health(Date.now(), 1284)
    await banner().findByText('Live')
    expect(banner().getByText(/^11\.2\sms$/)).toBeTruthy()
    expect(banner().getByText('1,284 msg/s')).toBeTruthy()
    const without = { ...treasury, features: { ...treasury.features, markets: false } }
    main.connections = { ...main.connections, profiles: [localSandbox, without] }
    main.status({ profileId: treasury.id, phase: 'connected' })
    await banner().findByText('Connected')
    expect(banner().queryByText('Live')).toBeNull()
  })

  it('is connected without markets', async () => {
    const { main } = await open()
    streamIs(main, { phase: 'open', channels: { wanted: 0, confirmed: 0, markets: 0 } })
    await banner().findByText('Connected')
  })
})

describe('the book list', () => {
  it('shows problems first with reasons', async () => {
    const main = new FakeMain()
    main.stream = {
      ...main.stream,
      books: [
        book('BTCUSD'),
        book('ETHUSD', { state: 'rebuilding', reason: 'The book stayed crossed.', crossed: true }),
        book('NOPE', {
          state: 'refused',
          reason: 'The service has no market NOPE.',
          levels: 0,
          bookAge: null
        }),
        book('ADAUSD', { state: 'stale', bookAge: 61_000, tradeAge: 4200, wide: true })
      ]
    }
    await open(main)
    await screen.findByRole('region', { name: 'Books by state and age' })
    expect(rows()).toHaveLength(4)
    expect(rows().map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
      'NOPE Declined',
      'ADAUSD Stale',
      'ETHUSD Rebuilding',
      'BTCUSD Live'
    ])
    expect(rows()[0]).toContain('The service has no market NOPE.')
    expect(rows()[1]).toMatch(/1 min 4\.2 s 2,000 Exact/)
    expect(rows()[2]).toContain('Crossed The book is being rebuilt. The book stayed crossed.')
    screen.getByText('1 live, 1 rebuilding, 1 stale, 1 declined')
  })

  it('offers markets while empty', async () => {
    const { main } = await open()
    await screen.findByRole('heading', { name: 'Watchlist is empty' })
    const field = screen.getByLabelText<HTMLInputElement>('Market to watch')
    field.value = ' SOLUSD '
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Watch' }).disabled).toBe(false)
    )
    screen.getByRole('button', { name: 'Watch' }).click()
    await waitFor(() => expect(main.payloads('markets.watch')).toEqual([{ market: 'SOLUSD' }]))
    await waitFor(() => expect(field.value).toBe(''))
    screen.getByRole('button', { name: 'Watch ETHUSD' }).click()
    await waitFor(() => expect(main.payloads('markets.watch')).toHaveLength(2))
  })

  it('keeps the input on errors', async () => {
    const { main } = await open()
    main.answers['markets.watch'] = () => {
      throw fail('market.symbol', 'This is no symbol of a market.')
    }
    const field = await screen.findByLabelText<HTMLInputElement>('Market to watch')
    field.value = '?'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Watch' }).disabled).toBe(false)
    )
    screen.getByRole('button', { name: 'Watch' }).click()
    await screen.findByText('This is no symbol of a market.')
    expect(field.value).toBe('?')
  })

  it('unwatches by button', async () => {
    const main = new FakeMain()
    main.markets = {
      ...main.markets,
      watched: [{ market: 'BTCUSD', state: 'live', since: 1, reason: null }]
    }
    main.stream = { ...main.stream, books: [book('BTCUSD'), book('HELD')] }
    await open(main)
    const stop = await screen.findByRole('button', { name: 'Remove BTCUSD from watchlist' })
    expect(screen.queryByRole('button', { name: 'Remove HELD from watchlist' })).toBeNull()
    stop.click()
    await waitFor(() => expect(main.payloads('markets.unwatch')).toEqual([{ market: 'BTCUSD' }]))
  })

  it('leads to the connections without a stream', async () => {
    const { main, desk } = await open()
    main.status({ profileId: null, phase: 'idle' })
    await screen.findByRole('heading', { name: 'No market data' })
    panel('Books').getByRole('button', { name: 'Choose a connection' }).click()
    expect(desk.router.view).toBe('connections')
  })

  it('reports and retries errors', async () => {
    const main = new FakeMain()
    main.answers['diagnostics.stream'] = () => {
      throw fail('stream.unread', 'The books cannot be read now.')
    }
    await open(main)
    await screen.findByText('The books cannot be read now.')
    delete main.answers['diagnostics.stream']
    await screen.findByRole('heading', { name: 'Watchlist is empty' })
  })
})

describe('the counts', () => {
  it('show every count and mark problems', async () => {
    const main = new FakeMain()
    main.stream = { ...main.stream, counts: { ...main.stream.counts, fast: 1_284_033, malformed: 3 } }
    await open(main)
    const counts = panel('Counts')
    await counts.findByText('1,284,033')
    for (const name of countNames) {
      expect(counts.getByText(streamCounts[name].sentence).parentElement?.textContent).toContain(
        streamCounts[name].title
      )
    }
    expect(counts.getByText('Malformed').parentElement?.className).toContain('minded')
    expect(counts.getByText('Binary').parentElement?.className).not.toContain('minded')
  })
})

const health = (at: number, messages: number): HealthFrame => ({
  at,
  loopDelay: 2,
  heap: 1,
  stream: {
    messages,
    bytes: 1,
    latency: { p50: 12.3, p99: 45.6 },
    clockOffset: -300_000,
    paint: null,
    queue: 3
  }
})

describe('the stream figures', () => {
  it('are available as tables with offset and gaps', async () => {
    const main = new FakeMain()
    main.answers['diagnostics.health'] = (): FeedFrame['health'][] => [health(Date.now() - 1000, 1284)]
    await open(main)
    const latency = within(await screen.findByRole('table', { name: /^Latency/ }))
    await waitFor(() => expect(latency.getAllByRole('row')).toHaveLength(2))
    expect(latency.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Minute',
      'Maximum p50',
      'Maximum p99'
    ])
    expect(latency.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      '12.3\u00a0ms',
      '45.6\u00a0ms'
    ])
    screen.getByText(/^Service clock: −300\.0\ss$/)
    const messages = within(screen.getByRole('table', { name: /^Messages per second/ }))
    expect(messages.getByRole('cell').textContent).toBe('1,284')
    const paint = within(screen.getByRole('table', { name: /^Paint delay/ }))
    expect(paint.queryAllByRole('cell')).toEqual([])
  })
})

it('replaces a repeated timeline entry', async () => {
  const { main } = await open()
  const entry = { id: 7, at: Date.now(), kind: 'warning', words: 'Socket closed (1006)' } as const
  main.push('diagnostics.happened', entry)
  main.push('diagnostics.happened', { ...entry, count: 14 })
  const list = await screen.findByRole('list', { name: 'Connection events' })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  expect(list.textContent.replace(/\s+/g, ' ')).toContain('Socket closed (1006) × 14')
})
