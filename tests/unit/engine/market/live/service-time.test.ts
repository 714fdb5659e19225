import { expect, it } from 'vitest'
import { Live, type LiveObserver } from '#engine/market/live/index'
import { HandClock } from '../../hand-clock'

const time = '2026-11-22T10:00:00.5Z'
const book = (type: string, more = {}) => ({
  channel: { type: 'market_data', params: { market: 'A' } },
  payload: { market: 'A', type, time, bids: [{ price: '10', amount: '1' }], asks: [], ...more }
})
const trade = {
  channel: { type: 'execution_data', params: { market: 'A' } },
  payload: { market: 'A', price: '10', amount: '1', executed_at: '2026-11-22T09:58:50Z' }
}

it('measures the service’s clock by updates only', () => {
  const changes: string[] = []
  const ignore = () => undefined
  const observer: LiveObserver = {
    frame: ignore,
    sent: ignore,
    status: ignore,
    resync: ignore,
    error: ignore,
    refused: ignore,
    updateTime: (seconds, nanoseconds, at) => changes.push(`update ${seconds}.${nanoseconds} at ${at}`),
    snapshotTime: (seconds, nanoseconds, at) => changes.push(`snapshot ${seconds}.${nanoseconds} at ${at}`)
  }
  const live = new Live({
    clock: new HandClock(),
    random: () => 0.5,
    open: () => ({ send: ignore, ping: ignore, close: ignore, terminate: ignore }),
    tokens: { valid: () => Promise.resolve('token'), drop: ignore },
    address: () => Promise.resolve('ws://localhost'),
    staleAfter: () => 10_000,
    observer
  })
  live.hub.hold('A')
  const seconds = Date.UTC(2026, 10, 22, 10) / 1000
  // Spaces use the decoder.
  const written = [JSON.stringify, (value: unknown) => JSON.stringify(value, null, 1)]
  for (const write of written)
    for (const message of [book('SNAPSHOT'), trade, book('UPDATE'), trade, book('UPDATE', { unknown: 1 })])
      live.reader.read(new TextEncoder().encode(write(message)), false, 7)
  const once = ['snapshot', 'update', 'update'].map((kind) => `${kind} ${seconds}.500000000 at 7`)
  expect(changes).toEqual([...once, ...once])
  live.dispose()
})
