import { expect, test } from 'vitest'
import { DeskRecordings } from '#engine/recording/history/desk-recordings'
import { freshFolder } from '../../../../integration/support/folder'

const service = { environment: 'production', restBase: 'https://api.example.com', clientId: 'desk' } as const

test('the fetch of a page that is no longer wanted stops, nothing is read, and no failure is reported', async () => {
  const recordings = new DeskRecordings({
    folder: { root: await freshFolder() },
    client: {
      read: () => expect.unreachable(),
      page: () => expect.unreachable()
    },
    fetch: (_wanted, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true })
      ),
    failed: () => expect.unreachable()
  })
  const stop = new AbortController()
  const market = { market: 'BTCUSD', lead: 0, seq: null }
  const pages = [
    recordings.older('candles', service, { ...market, interval: '1m', before: 60_000 }, stop.signal),
    recordings.older('heat', service, { ...market, interval: '1m', before: 60_000 }, stop.signal)
  ]
  stop.abort()
  expect(await Promise.all(pages)).toEqual([null, null])
})
