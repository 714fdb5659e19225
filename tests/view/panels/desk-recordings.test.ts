import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PastCosts, PastCostsRequest } from '#shared/contract/recording/past-costs'
import { createDesk, startDesk, type Desk } from '#renderer/lib/desk'
import { PastCostsStore } from '../../../renderer/panels/cost/past.svelte'
import PastSection from '../../../renderer/panels/cost/PastSection.svelte'
import DeskProblem from '../../../renderer/lib/DeskProblem.svelte'
import { FakeMain } from '../support/bridge'

let main: FakeMain
let desk: Desk
let stops: (() => void)[]
beforeEach(async () => {
  main = new FakeMain()
  desk = createDesk(main.bridge, window)
  stops = [startDesk(desk, window)]
  await desk.settings.load()
})
afterEach(() => stops.forEach((stop) => stop()))

const soon = { timeout: 3000 }
const to = Date.UTC(2026, 10, 27)
const nothingYet: PastCosts = { span: '7d', from: to, to, step: 0, moments: 0, costs: [] }

function showPast() {
  const past = new PastCostsStore(desk)
  stops.push(past.listen())
  const view = desk.marketFeed.open({
    market: 'BTCUSD',
    parts: { book: null, trades: null, candles: null, statistics: false }
  })
  stops.push(() => view.dispose())
  render(PastSection, { desk, past, view, span: '7d', onspan: () => undefined })
  past.want({ market: 'BTCUSD', span: '7d', size: '2', unit: 'base' })
}

it('says how much of the desk’s recordings is left out of the costs, and fetches it when asked', async () => {
  let finish: (costs: PastCosts) => void = () => undefined
  main.answers['pastCosts.read'] = ({ fetchAll }: PastCostsRequest) =>
    fetchAll
      ? new Promise((resolve) => (finish = resolve))
      : { ...nothingYet, notFetched: { bytes: 980_000_000, problem: null } }
  showPast()
  await screen.findByText('The desk has 980 MB more of this time.', {}, soon)
  expect(screen.getByText('Not compared: nothing was recorded in the last 7 days.')).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: /^Fetch 980\sMB$/ }))
  await waitFor(() => expect(main.payloads('pastCosts.read')).toHaveLength(2), soon)
  const { run, fetchAll } = main.payloads('pastCosts.read')[1] as PastCostsRequest
  expect(fetchAll).toBe(true)
  main.push('pastCosts.progress', { run, share: 0.25, bytes: 980_000_000 })
  await waitFor(() => expect(screen.getByText('Fetching 980 MB from the desk · 25%')).toBeTruthy())
  main.push('pastCosts.progress', { run, share: 0.5 })
  await waitFor(() => expect(screen.getByText('Reading the recording · 50%')).toBeTruthy())
  finish(nothingYet)
  await waitFor(() => expect(screen.queryByText(/from the desk/)).toBeNull())
  expect(screen.queryByText(/more of this time/)).toBeNull()
})

it('says why the desk’s recordings are missing, and asks again', async () => {
  const problem = 'The server cannot be reached.'
  main.answers['pastCosts.read'] = () => ({ ...nothingYet, notFetched: { bytes: 0, problem } })
  showPast()
  await screen.findByText(problem, {}, soon)
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(main.payloads('pastCosts.read')).toHaveLength(2), soon)
  expect(main.payloads('pastCosts.read')[1]).not.toHaveProperty('fetchAll', true)
})

it('says in a chart why time is missing and when it is tried again, or at once', async () => {
  const state = {
    since: null,
    problem: 'The server cannot be reached.',
    retryAt: Date.UTC(2026, 10, 27, 9, 5, 7)
  }
  render(DeskProblem, { desk, state })
  expect(screen.getByRole('status').textContent).toBe('The server cannot be reached.')
  expect(screen.getByText('Next try at 09:05:07.')).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(main.payloads('recording.retryDesk')).toHaveLength(1))
})
