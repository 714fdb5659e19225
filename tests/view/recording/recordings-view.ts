import { fireEvent, screen, within } from '@testing-library/svelte'
import type { CatalogState, RecordedConnection, RecordedDay } from '#shared/contract/recording/catalog'
import { FakeMain } from '../support/bridge'
import { show } from '../support/show'

export const id = 'environment=production/service=20df12314ad4'
export const start = Date.UTC(2026, 10, 24)

export const day = (more: Partial<RecordedDay> = {}): RecordedDay => ({
  day: '2026-11-24',
  bytes: 1_250_000_000,
  pinned: false,
  pinnedRanges: [],
  pinnedBytes: more.pinned ? (more.bytes ?? 1_250_000_000) : 0,
  open: false,
  verified: null,
  content: {
    from: start + 1000,
    to: start + 80_000_000,
    items: 1_204_233,
    markets: ['BTCUSD', 'ETHUSD'],
    gaps: 2,
    gapTime: 130_000,
    spans: [start + 1000, start + 80_000_000]
  },
  ...more
})

export const connection = (more: Partial<RecordedConnection> = {}): RecordedConnection => ({
  id,
  environment: 'production',
  name: 'Treasury',
  imported: false,
  desk: false,
  sources: [],
  days: [day()],
  parquet: { bytes: 0, days: 0, pinnedBytes: 0 },
  removed: { segments: 0, bytes: 0, last: null },
  ...more
})

export async function view(state: Partial<CatalogState>) {
  const main = new FakeMain()
  main.recordings = { ...main.recordings, ...state }
  for (const call of ['verify', 'remove']) main.answers[`recordings.${call}`] = () => true
  for (const call of ['export', 'import']) main.answers[`recordings.${call}`] = () => null
  for (const call of ['cancel', 'pin', 'showFolder']) main.answers[`recordings.${call}`] = () => null
  const { desk } = await show('#/recordings', main)
  return { main, desk }
}

export const grid = () => screen.findByRole('grid', { name: 'Recordings' })
export const open = async (name: string | RegExp) => {
  await fireEvent.click(within(await grid()).getByText(name))
  return within(await screen.findByRole('complementary'))
}
