import { fireEvent, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BookStage, plain, rows } from './book-stage'

let stage: BookStage
beforeEach(() => {
  stage = new BookStage()
})
afterEach(() => stage.end())

it('has an exact table of its rows', async () => {
  const region = await stage.show()
  await stage.send(plain)
  await waitFor(() =>
    expect(rows(region)).toEqual([
      ['Ask', '64,212.00', '0.3980', '0.8253'],
      ['Ask', '64,211.50', '0.4273', '0.4273'],
      ['Bid', '64,211.00', '1.0419', '1.0419'],
      ['Bid', '64,210.50', '0.4581', '1.5000']
    ])
  )
  expect(stage.painted).toContain('64,211.50')
  expect(stage.painted).toContain('Spread 0.50 · 0.1 bp')
})

it('requests the market’s step', async () => {
  await stage.show({ steps: ['ETHUSD=2', 'BTCUSD=0.5'] })
  await waitFor(() => expect(stage.asked()[0]?.parts.book?.grouping).toBe('0.5'))
  stage.end()
  stage = new BookStage()
  await stage.show({ steps: ['ETHUSD=2'], total: 'nonsense' })
  await waitFor(() => expect(stage.asked()[0]?.parts.book?.grouping).toBeNull())
})

it('shows rounded sizes, and the pointed one exactly', async () => {
  const region = await stage.show({ steps: ['BTCUSD=1'], traded: false })
  await stage.send({
    bids: [
      ['64211.25', '1.04190001'],
      ['64209.00', '0.00004000']
    ],
    asks: [['64212.50', '0.42731999']]
  })
  expect(stage.painted.filter((text) => /^<?[\d,.]+$/.test(text))).toEqual(
    expect.arrayContaining(['64,213', '0.4273', '64,211', '1.0419', '64,209', '<0.0001'])
  )
  expect(stage.painted.join(' ')).not.toMatch(/\.00(?!01)|\d\.\d{5}/)
  await fireEvent.keyDown(within(region).getByRole('slider'), { key: 'ArrowDown' })
  expect(within(region).getByRole('slider').getAttribute('aria-valuetext')).toContain('Size 0.42731999 BTC')
})

it('shows the same total in tooltip and row', async () => {
  const region = await stage.show({ traded: false, flash: false })
  await stage.send(plain)
  await fireEvent.keyDown(within(region).getByRole('slider'), { key: 'ArrowDown' })
  for (let turn = 1; turn <= 5; turn += 1) {
    stage.painted.length = 0
    await stage.send({ ...plain, asks: [['64211.50', `${turn}.4273`], ...plain.asks.slice(1)] })
    expect(stage.painted).toContain(`${turn}.4273`)
    expect(document.querySelector('.tip')?.textContent).toContain(`Total size ${turn}.4273 BTC`)
  }
})

it('repaints only changed rows', async () => {
  await stage.show({ traded: false, flash: false })
  await stage.send(plain)
  stage.painted.length = 0
  await stage.send(plain)
  expect(stage.painted).toEqual([])
  await stage.send({ ...plain, bids: [plain.bids[0]!, ['64210.50', '0.4582']] })
  expect(stage.painted.filter((text) => /^\d/.test(text) && text.length > 5)).toContain('0.4582')
  expect(stage.painted).not.toContain('0.4273')
})

it.each([
  ['no asks', { ...plain, asks: [] }, 'No asks'],
  ['no bids', { ...plain, bids: [] }, 'No bids'],
  ['a cross', { ...plain, bids: [['64212.00', '1']] as const }, 'Crossed -0.50 · -0.1 bp']
])('explains a book with %s', async (_, book, words) => {
  await stage.show({ traded: false })
  await stage.send(book)
  await waitFor(() => expect(stage.painted).toContain(words))
})

it.each([true, false])('highlights changed digits if enabled: %s', async (flash) => {
  stage.main.settings = { ...stage.main.settings, flash }
  await stage.show({ traded: false })
  await stage.send(plain)
  stage.painted.length = 0
  await stage.send({ ...plain, bids: [['64210.50', '0.9999']] })
  await waitFor(() => expect(stage.painted).toContain('0.9999'))
  expect(stage.painted.includes('9999')).toBe(flash)
})

it('shows that it is not live, without imbalance', async () => {
  const region = await stage.show()
  await stage.send(plain)
  expect(stage.painted).toContain('Imb')
  stage.painted.length = 0
  await stage.send(plain, { state: 'stale' })
  await waitFor(() => expect(stage.painted).toContain('Stale'))
  expect(stage.painted).not.toContain('Imb')
  expect(region).toHaveProperty('dataset.quiet', '')
})

it('keeps long and tiny numbers exact', async () => {
  const region = await stage.show()
  const long = '123456789012345678.12345678'
  await stage.send({ bids: [[long, '900719925474099312.00000001']], asks: [] })
  await waitFor(() =>
    expect(rows(region)).toEqual([
      ['Bid', '123,456,789,012,345,678.12345678', ...Array(2).fill('900,719,925,474,099,312.00000001')]
    ])
  )
  await stage.send({ bids: [['0.00001234', '5']], asks: [] })
  await waitFor(() => expect(rows(region)).toEqual([['Bid', '0.00001234', '5', '5']]))
})

it('shows an invitation without a market', async () => {
  const region = await stage.show({}, null)
  expect(within(region).getByText('No market yet')).toBeTruthy()
})
