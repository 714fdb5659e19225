import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { both, openStreamHarness, type StreamDesk } from './stream-desk'

let desk: StreamDesk
beforeEach(async () => {
  desk = await openStreamHarness()
})
afterEach(() => desk.close())

const serve = async (...markets: string[]) => {
  desk.session.desire(both(...markets))
  desk.session.start()
  await desk.subscribed()
}
const opens = () => desk.received.filter((text) => text === 'opened').length

describe('normal operation', () => {
  it('subscribes everything in one request and gets the snapshots', async () => {
    await serve('BTCUSD', 'ETHUSD')
    await desk.until(() => desk.books('ETHUSD').some(({ snapshot }) => snapshot))
    await desk.until(() => desk.messages.some(({ kind }) => kind === 'subscriptions'))
    expect(desk.messages.filter(({ kind }) => kind === 'acknowledgement')).toHaveLength(1)
    expect(await desk.connections()).toEqual([
      ['execution_data BTCUSD', 'execution_data ETHUSD', 'market_data BTCUSD', 'market_data ETHUSD']
    ])
    await desk.until(() => desk.session.status.roundTrip !== null)
    desk.session.desire(both('ETHUSD'))
    await desk.until(() => desk.received.includes('closed trades BTCUSD'))
    expect(await desk.connections()).toEqual([['execution_data ETHUSD', 'market_data ETHUSD']])
    expect(desk.session.status.attempt).toBe(0)
  })

  it('gets exactly one new snapshot on resync', async () => {
    await serve('BTCUSD', 'ETHUSD')
    const snapshots = (market: string) => desk.books(market).filter(({ snapshot }) => snapshot).length
    await desk.until(() => snapshots('BTCUSD') === 1 && snapshots('ETHUSD') === 1)
    desk.session.resync('BTCUSD')
    desk.session.resync('BTCUSD')
    await desk.until(() => snapshots('BTCUSD') === 2)
    const { length } = desk.messages
    await desk.until(() => desk.messages.slice(length).filter(({ kind }) => kind === 'book').length > 20)
    expect([snapshots('BTCUSD'), snapshots('ETHUSD')]).toEqual([2, 1])
    expect(desk.received.slice(-3)).toEqual([
      'closing book BTCUSD',
      'closed book BTCUSD',
      'subscribed book BTCUSD'
    ])
    expect(opens()).toBe(1)
  })

  it('passes on an update before the snapshot', async () => {
    desk.on('update-before-snapshot')
    await serve('BTCUSD')
    await desk.until(() => desk.books('BTCUSD').some(({ snapshot }) => snapshot))
    expect(desk.books('BTCUSD')[0]?.snapshot).toBe(false)
  })

  it('leaves no socket and no timer after stop', async () => {
    await serve('BTCUSD')
    const before = desk.clock.pending
    desk.session.stop()
    await desk.until(async () => (await desk.connections()).length === 0)
    for (let left = 1; left > 0;) left = (await desk.connections()).length
    expect(desk.clock.pending).toBeLessThan(before)
    const { length } = desk.messages
    desk.session.start()
    await desk.subscribed()
    expect(desk.messages.length).toBeGreaterThan(length)
  })
})

describe('how a connection ends', () => {
  it.each([
    ['drop', 'stream.close.lost'],
    ['drop-mid-frame', 'stream.close.lost'],
    ['close-1001', 'stream.close.going-away'],
    ['close-1006', 'stream.close.lost'],
    ['close-1011', 'stream.close.server-error'],
    ['close-1013', 'stream.close.try-later'],
    ['token-revoked', 'stream.close.policy']
  ] as const)('%s: explains, waits and recovers', async (name, code) => {
    await serve('BTCUSD')
    desk.on(name)
    await desk.until(() => desk.problems().includes(code))
    expect(desk.received.at(-1)).toBe('lost')
    await desk.until(() => opens() >= 2)
    desk.off(name)
    await desk.until(() => opens() >= 2 && desk.session.status.phase === 'subscribed')
    await desk.until(async () => (await desk.connections())[0]?.length === 2)
    const { length } = desk.messages
    await desk.until(() => desk.messages.slice(length).some(({ kind }) => kind === 'book'))
    expect(desk.session.status.problem).toBeNull()
  })

  it('does not storm a service that drops repeatedly despite data', async () => {
    const quick = await openStreamHarness({}, 80)
    try {
      quick.on('drop')
      quick.session.desire(both('BTCUSD'))
      quick.session.start()
      await quick.until(() => quick.clock.monotonic() > 100_000)
      for (const from of quick.handshakes) {
        const inMinute = quick.handshakes.filter((at) => at >= from && at < from + 60_000)
        expect(inMinute.length).toBeLessThanOrEqual(21)
      }
      expect(quick.handshakes.length).toBeGreaterThan(4)
      quick.off('drop')
      quick.session.retryNow()
      await quick.subscribed()
    } finally {
      await quick.close()
    }
  })

  it('disconnects before a giant frame is in memory', async () => {
    await serve('BTCUSD')
    desk.on('giant-frame')
    await desk.until(() => desk.problems().includes('stream.close.too-large'))
    desk.off('giant-frame')
    await desk.until(() => desk.session.status.phase === 'subscribed')
    expect(desk.messages.every((message) => message.kind !== 'unrecognized')).toBe(true)
  })

  it('half-open: reconnects after two unanswered pings', async () => {
    await serve('BTCUSD')
    const from = desk.clock.monotonic()
    desk.on('half-open')
    const at = await desk.until(() => desk.problems().includes('stream.dead') && desk.clock.monotonic())
    expect(at - from).toBeGreaterThan(6000)
    desk.off('half-open')
    await desk.until(() => opens() >= 2 && desk.session.status.phase === 'subscribed')
  })

  it('silent: degrades despite pongs, then reconnects', async () => {
    await serve('BTCUSD')
    desk.on('silent')
    await desk.until(() => desk.session.status.phase === 'degraded')
    expect(opens()).toBe(1)
    expect(desk.session.status.roundTrip).not.toBeNull()
    await desk.until(() => desk.problems().includes('stream.silent') && opens() >= 2)
    desk.off('silent')
    await desk.until(() => desk.session.status.phase === 'subscribed')
    const { length } = desk.messages
    await desk.until(() => desk.messages.slice(length).some(({ kind }) => kind === 'book'))
  })

  it('keeps the connection if the silence ends in time', async () => {
    await serve('BTCUSD')
    desk.on('silent')
    await desk.until(() => desk.session.status.phase === 'degraded')
    desk.off('silent')
    await desk.until(() => desk.session.status.phase === 'subscribed')
    expect(opens()).toBe(1)
  })
})

describe('refused handshakes', () => {
  it('401: tries one fresh token, then is refused', async () => {
    desk.on('handshake-401')
    desk.session.desire(both('BTCUSD'))
    desk.session.start()
    await desk.until(() => desk.session.status.phase === 'refused')
    expect(desk.handshakes).toHaveLength(2)
    expect(desk.session.status.problem?.code).toBe('stream.unauthorized')
    desk.off('handshake-401')
    desk.session.retryNow()
    await desk.subscribed()
    expect(desk.handshakes).toHaveLength(3)
  })

  it('403: names the scope and waits', async () => {
    desk.on('handshake-403')
    desk.session.start()
    await desk.until(() => desk.session.status.phase === 'refused')
    const { sentence, retryAt } = desk.session.status
    expect(sentence).toContain('exchange:read_aggregated_marketdata_stream')
    expect(sentence).toContain('allow list')
    expect(retryAt).toBeGreaterThan(Date.now() + 30_000)
    expect(desk.handshakes).toHaveLength(1)
  })

  it('revoked tokens: tries a fresh one at once', async () => {
    await serve('BTCUSD')
    desk.on('token-revoked')
    await desk.until(() => opens() >= 2 && desk.session.status.phase === 'subscribed')
    expect(desk.statuses.map(({ sentence }) => sentence).join()).toContain('does not accept the access token')
    expect(desk.problems()).toEqual(['stream.close.policy', 'stream.unauthorized'])
    expect(desk.handshakes).toHaveLength(3)
  })

  it('token-down: waits, explains and recovers', async () => {
    desk.on('token-down')
    desk.session.desire(both('BTCUSD'))
    desk.session.start()
    await desk.until(() => desk.session.status.phase === 'waiting')
    expect(desk.session.status.problem?.retryable).toBe(true)
    expect(desk.handshakes).toHaveLength(0)
    desk.off('token-down')
    await desk.subscribed()
  })
})

describe('unusual messages', () => {
  it('slow-ack: accepts late answers', async () => {
    desk.on('slow-ack')
    await serve('BTCUSD')
    desk.session.resync('BTCUSD')
    await desk.until(() => desk.books('BTCUSD').filter(({ snapshot }) => snapshot).length === 2)
    expect(opens()).toBe(1)
    expect(desk.problems()).toEqual([])
  })

  it('refuses an unknown market in every form of error, without affecting others', async () => {
    desk.on('error-shapes')
    await serve('BTCUSD', 'NOSUCH')
    await desk.until(() =>
      desk.received.includes('refused trades NOSUCH UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    )
    desk.session.desire([...both('BTCUSD', 'NOSUCH'), ...both('NEVER')])
    await desk.until(() => desk.received.includes('refused book NEVER UNKNOWN_CHANNEL_PARAMS_CONFIGURATION'))
    desk.off('error-shapes')
    desk.on('error-shapes')
    await desk.until(() => desk.errors.some(([code]) => code === 'SERVICE_DEGRADED'))
    expect(desk.errors).toContainEqual(['UNKNOWN_CHANNEL_PARAMS_CONFIGURATION', 'book NOSUCH'])
    expect(opens()).toBe(1)
    const { length } = desk.messages
    await desk.until(() => desk.messages.slice(length).some(({ kind }) => kind === 'book'))
    expect(desk.session.status.phase).toBe('subscribed')
  })

  it('ignores unknown and malformed frames', async () => {
    for (const name of ['malformed-json', 'binary-frame', 'unknown-type', 'unknown-channel'] as const)
      desk.on(name)
    await serve('BTCUSD')
    await desk.until(() => desk.messages.filter(({ kind }) => kind === 'unrecognized').length > 10)
    expect(opens()).toBe(1)
    expect(desk.session.status.phase).toBe('subscribed')
  })
})
