import { beforeEach, describe, expect, it } from 'vitest'
import { BookSync, confirmationLimit, snapshotLimit } from '#engine/market/book-sync'
import { marketText } from '#shared/messages/market'
import { crossedDebounce } from '#engine/market/crossing'
import { noCounts, type HubCounts } from '#engine/market/counts'
import type { BookMessage } from '#shared/domain/market/messages'
import { HandClock } from '../hand-clock'
import { level, message, start, texts } from './messages'

let clock: HandClock
let counts: HubCounts
let resyncs: number
let sync: BookSync

beforeEach(() => {
  clock = new HandClock()
  counts = noCounts()
  resyncs = 0
  sync = new BookSync({ clock, counts, resync: () => resyncs++, changed: () => undefined })
})

const receive = (...parts: Parameters<typeof message>) => sync.receive(message(...parts), clock.monotonic())
const bids = () => texts(sync.book.levels('bids', 100))
const advance = (milliseconds: number) => {
  clock.advance(milliseconds)
  sync.tick(clock.monotonic())
}
/** As the session does for a resync. */
const resubscribe = () => {
  sync.closing()
  sync.closed()
  sync.subscribed(clock.monotonic())
}
const live = () => {
  sync.opened()
  sync.subscribed(clock.monotonic())
  receive(true, 101, [['10', '1']], [['11', '2']])
  expect(sync.state).toBe('live')
}

describe('before the snapshot', () => {
  it('buffers updates and applies newer ones', () => {
    expect(sync.state).toBe('idle')
    sync.opened()
    expect(sync.state).toBe('awaiting')
    receive(false, 99, [['10', '7']], [])
    receive(false, 102, [['9', '7']], [])
    receive(false, 103, [['9', '3']], [])
    expect(sync.book.count('bids')).toBe(0)
    receive(true, 102, [['10', '1']], [['11', '2']])
    expect(sync.state).toBe('live')
    expect(bids()).toEqual([
      ['10', '1'],
      ['9', '3']
    ])
    expect(counts).toMatchObject({ buffered: 3, olderThanSnapshot: 2 })
  })

  it('requests another one if it does not come in time', () => {
    sync.opened()
    advance(confirmationLimit - 1)
    expect(resyncs).toBe(0)
    sync.subscribed(clock.monotonic())
    advance(snapshotLimit - 1)
    expect(resyncs).toBe(0)
    advance(1)
    expect(resyncs).toBe(1)
    expect(sync.state).toBe('awaiting')
    expect(sync.reason).toBe(marketText.book.noSnapshot)
    resubscribe()
    receive(true, 5, [['1', '1']], [['2', '1']])
    expect(sync.state).toBe('live')
  })

  it('keeps buffering while it is late', () => {
    sync.opened()
    advance(confirmationLimit)
    expect(sync.state).toBe('awaiting')
    expect(sync.reason).toBe(marketText.book.notConfirmed)
    sync.subscribed(clock.monotonic())
    receive(false, 103, [['9', '3']], [])
    receive(true, 101, [['10', '1']], [['11', '2']])
    expect(sync.state).toBe('live')
    expect(bids()).toEqual([
      ['10', '1'],
      ['9', '3']
    ])
  })

  it('keeps requesting it', () => {
    sync.opened()
    sync.subscribed(clock.monotonic())
    for (let passed = 0; passed < 300_000; passed += 1000) advance(1000)
    expect(resyncs).toBeGreaterThanOrEqual(3)
    expect(resyncs).toBeLessThan(20)
    expect(sync.state).toBe('awaiting')
  })
})

describe('a declined subscription', () => {
  beforeEach(() => {
    live()
    sync.declined('The service declined the book of A (INTERNAL_SERVER_ERROR).')
  })

  it('stays declined while it is retried', () => {
    const { since } = sync
    for (let passed = 0; passed < 300_000; passed += 5000) {
      advance(5000)
      sync.declined('The service declined the book of A (INTERNAL_SERVER_ERROR).')
    }
    expect(sync.state).toBe('refused')
    expect(sync.since).toBe(since)
    expect(sync.reason).toContain('INTERNAL_SERVER_ERROR')
    expect(sync.book.count('bids')).toBe(0)
    expect(resyncs).toBe(0)
  })

  it('buffers updates once it is confirmed', () => {
    receive(false, 103, [['9', '3']], [])
    sync.subscribed(clock.monotonic())
    expect(sync.state).toBe('awaiting')
    expect(sync.reason).toBeNull()
    receive(true, 102, [['10', '1']], [['11', '2']])
    expect(sync.state).toBe('live')
    expect(bids()).toEqual([
      ['10', '1'],
      ['9', '3']
    ])
  })
})

describe('a live book', () => {
  beforeEach(live)

  it('drops an update that the snapshot contains', () => {
    receive(false, 99, [['10', '9']], [])
    expect(bids()).toEqual([['10', '1']])
    expect(sync.state).toBe('live')
    expect(counts.olderThanSnapshot).toBe(1)
  })

  it('rebuilds when the service’s clock is set back', () => {
    advance(60_000)
    receive(false, 103, [['10', '2']], [])
    receive(false, 51, [['10', '3']], [])
    expect(sync.state).toBe('rebuilding')
    expect(resyncs).toBe(1)
  })

  it('rebuilds on an older snapshot', () => {
    receive(false, 103, [['10', '2']], [])
    receive(true, 102, [['10', '1']], [['11', '2']])
    expect(sync.state).toBe('rebuilding')
    expect(resyncs).toBe(1)
  })

  it('rejects a snapshot older than later messages', () => {
    sync.garbled()
    receive(false, 205, [['9', '3']], [])
    receive(true, 203, [['10', '1']], [['11', '2']])
    expect(sync.state).toBe('rebuilding')
    resubscribe()
    receive(true, 207, [['10', '1']], [['11', '2']])
    expect(sync.state).toBe('live')
  })

  it('accepts a second snapshot completely', () => {
    receive(false, 103, [['9', '2']], [])
    receive(true, 103, [['8', '1']], [['11', '2']])
    expect(sync.state).toBe('live')
    expect(bids()).toEqual([['8', '1']])
  })

  it('rebuilds after an unreadable message', () => {
    sync.garbled()
    expect(sync.state).toBe('rebuilding')
    receive(false, 103, [['9', '2']], [])
    expect(bids()).toEqual([['10', '1']])
    resubscribe()
    receive(false, 107, [['9', '5']], [])
    receive(true, 105, [['10', '4']], [['11', '2']])
    expect(sync.state).toBe('live')
    expect(bids()).toEqual([
      ['10', '4'],
      ['9', '5']
    ])
    expect(counts).toMatchObject({ garbled: 1, withoutSnapshot: 1, resyncs: 1 })
  })

  it('ignores messages while unsubscribing', () => {
    sync.garbled()
    sync.closing()
    receive(true, 103, [['1', '1']], [['2', '1']])
    receive(false, 105, [['1', '2']], [])
    expect(sync.state).toBe('rebuilding')
    expect(counts.afterClosing).toBe(2)
  })

  it('is stale without data, and live with the next frame', () => {
    sync.setSilent(true)
    expect(sync.state).toBe('stale')
    sync.setSilent(false)
    expect(sync.state).toBe('live')
  })

  it('keeps the levels of a lost connection, but not as live', () => {
    sync.lost()
    expect(sync.state).toBe('rebuilding')
    expect(sync.reason).toBe(marketText.book.lost)
    sync.opened()
    expect(sync.state).toBe('rebuilding')
    expect(sync.reason).toBe(marketText.book.reconnected)
    expect(bids()).toEqual([['10', '1']])
  })

  it('reports an unknown market without levels', () => {
    sync.refused('The service has no market BTCUSD.')
    expect(sync.state).toBe('refused')
    expect(bids()).toEqual([])
  })
})

describe('a crossed book', () => {
  beforeEach(live)

  it('is accepted briefly', () => {
    receive(false, 103, [['12', '1']], [])
    advance(crossedDebounce - 1)
    receive(false, 105, [['12', '0']], [])
    advance(crossedDebounce)
    expect(sync.crossed).toBe(false)
    expect(sync.state).toBe('live')
    expect(resyncs).toBe(0)
  })

  it('is rebuilt if it stays crossed in a quiet market', () => {
    receive(false, 103, [['12', '1']], [])
    advance(crossedDebounce)
    expect(resyncs).toBe(1)
    expect(sync.state).toBe('rebuilding')
    expect(bids()[0]).toEqual(['12', '1'])
  })

  it('is flagged if confirmed by a snapshot, and retried later', () => {
    receive(false, 103, [['12', '1']], [])
    advance(crossedDebounce)
    resubscribe()
    receive(true, 105, [['12', '1']], [['11', '2']])
    advance(crossedDebounce)
    expect(sync.state).toBe('live')
    expect(sync.crossed).toBe(true)
    expect(resyncs).toBe(1)
    for (let seconds = 0; seconds < 30; seconds++) advance(1000)
    expect(resyncs).toBe(2)
  })

  it('is not live while waiting for a snapshot', () => {
    for (let turn = 0; turn < 2; turn++) {
      receive(false, 103, [['12', '1']], [])
      advance(crossedDebounce)
      expect(sync.state).toBe('rebuilding')
      if (turn === 0) {
        resubscribe()
        receive(true, 101, [['10', '1']], [['11', '2']])
        expect(sync.state).toBe('live')
      }
    }
    expect(resyncs).toBe(1)
    expect(counts.resyncsPutOff).toBe(1)
    for (let seconds = 0; seconds < 10; seconds++) advance(1000)
    expect(resyncs).toBe(2)
  })

  it('is not retried once it is uncrossed', () => {
    receive(false, 103, [['12', '1']], [])
    advance(crossedDebounce)
    resubscribe()
    receive(true, 105, [['12', '1']], [['11', '2']])
    advance(crossedDebounce)
    receive(false, 107, [['12', '0']], [])
    expect(sync.crossed).toBe(false)
    for (let seconds = 0; seconds < 120; seconds++) advance(1000)
    expect(resyncs).toBe(1)
    expect(sync.state).toBe('live')
  })
})

describe('coarse times', () => {
  const coarse = (snapshot: boolean, seconds: number, amount: string): BookMessage => ({
    kind: 'book',
    market: 'BTCUSD',
    snapshot,
    time: start + BigInt(seconds) * 1_000_000_000n,
    bids: [level(['10', amount])],
    asks: []
  })

  it('cause a limited number of snapshots', () => {
    sync.opened()
    for (let turn = 1; turn <= 3; turn++) {
      sync.receive(coarse(false, 5, '7'), clock.monotonic())
      sync.receive(coarse(true, 5, '1'), clock.monotonic())
      expect(sync.state).toBe('rebuilding')
      for (let seconds = 0; seconds < 70; seconds++) advance(1000)
      expect(resyncs).toBe(turn)
      resubscribe()
    }
    sync.receive(coarse(false, 5, '7'), clock.monotonic())
    sync.receive(coarse(true, 5, '1'), clock.monotonic())
    expect(sync.state).toBe('live')
    expect(bids()).toEqual([['10', '1']])
  })

  it('work with whole seconds and snapshots first', () => {
    sync.opened()
    let rebuilt = 0
    for (let second = 5; second < 12; second++) {
      if (sync.state !== 'live') {
        if (rebuilt > 0) resubscribe()
        rebuilt += 1
        sync.receive(coarse(true, second, '1'), clock.monotonic())
      }
      sync.receive(coarse(false, second, String(second)), clock.monotonic())
      for (let seconds = 0; seconds < 70; seconds++) advance(1000)
    }
    expect(rebuilt).toBe(4)
    expect(sync.state).toBe('live')
    expect(bids()).toEqual([['10', '11']])
  })
})
