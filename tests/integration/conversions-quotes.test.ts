import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { Live } from '#engine/market/live/index'
import { QuoteRecorder } from '#engine/market/quotes/index'
import { openWebSocket } from '#engine/connection/stream/web-socket'
import { compareDecimals, parseDecimal } from '#shared/domain/base/decimal'
import { openRestHarness, allScopes, type RestHarness } from './rest/desk'
import { freshFolder } from './support/folder'

const market = 'BTCUSD'
const forever = new AbortController().signal

let desk: RestHarness
let live: Live
let recorder: QuoteRecorder

beforeEach(async () => {
  desk = await openRestHarness({
    addresses: 1,
    rate: 100,
    clock: { now: () => Date.now(), later: systemClock.later },
    scopes: [...allScopes, 'exchange:read_aggregated_marketdata_stream']
  })
  live = new Live({
    clock: systemClock,
    random: Math.random,
    open: openWebSocket({}),
    tokens: desk.tokens,
    address: async () => desk.sandbox.description.ws_url,
    staleAfter: () => 10_000
  })
  recorder = new QuoteRecorder({
    folder: path.join(await freshFolder(), 'quotes'),
    clock: systemClock,
    serviceNow: () => Date.now(),
    notice: (problem) => expect.fail(problem.sentence)
  })
  await desk.tokens.valid(forever)
})
afterEach(async () => {
  await recorder.dispose()
  live.dispose()
  await desk.close()
})

test('records the service’s books, and when they were not live', async () => {
  recorder.use({ profileId: 'desk', hub: live.hub })
  live.hub.hold(market)
  live.start()
  const before = Date.now()
  await expect.poll(() => live.hub.market(market)?.state).toBe('live')
  const begun = Date.now()
  // Reading samples the book.
  await recorder.at('desk', market, begun)
  const moment = Date.now()
  await expect.poll(() => recorder.at('desk', market, moment)).toMatchObject({ recorded: true })
  const quote = await recorder.at('desk', market, moment)
  if (!quote.recorded) throw new Error('It is recorded')
  expect(quote.at).toBeLessThanOrEqual(moment)
  expect(compareDecimals(parseDecimal(quote.bid!)!, parseDecimal(quote.ask!)!)).toBe(-1)
  expect(await recorder.at('desk', market, before - 1000)).toMatchObject({ recorded: false })
  // Unknown after the last message.
  const seen = systemClock.monotonic() + 5
  await expect.poll(() => live.hub.market(market)!.bookAt!).toBeGreaterThan(seen)
  await recorder.at('desk', market, moment)
  live.dispose()
  const gone = Date.now()
  await expect.poll(() => Date.now()).toBeGreaterThan(gone)
  await expect.poll(() => recorder.at('desk', market, gone)).toMatchObject({ recorded: false })
  expect(await recorder.at('desk', market, quote.at)).toMatchObject({ recorded: true, bid: quote.bid })
})
