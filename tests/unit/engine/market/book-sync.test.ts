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
/** As the session does it when a resync is asked for. */
const subscribeAnew = () => {
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
  it('waits, keeps the updates, and applies those that are newer', () => {
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

  it('asks anew when a confirmed subscription brings no snapshot, and gives a slow one its time', () => {
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
    subscribeAnew()
    receive(true, 5, [['1', '1']], [['2', '1']])
    expect(sync.state).toBe('live')
  })

  it('still keeps the updates when the snapshot is late, since it may yet come', () => {
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

  it('goes on asking for a snapshot that does not come', () => {
    sync.opened()
    sync.subscribed(clock.monotonic())
    for (let passed = 0; passed < 300_000; passed += 1000) advance(1000)
    expect(resyncs).toBeGreaterThanOrEqual(3)
    expect(resyncs).toBeLessThan(20)
    expect(sync.state).toBe('awaiting')
  })
})

describe('a subscription that is declined', () => {
  beforeEach(() => {
    live()
    sync.declined('The service declined the book of A (INTERNAL_SERVER_ERROR).')
  })

  it('stays declined for as long as it is asked for again in vain, whatever time passes', () => {
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

  it('awaits a snapshot once it is confirmed, and keeps what comes before it', () => {
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

describe('following', () => {
  beforeEach(live)

  it('drops an update in the race that the snapshot holds already', () => {
    receive(false, 99, [['10', '9']], [])
    expect(bids()).toEqual([['10', '1']])
    expect(sync.state).toBe('live')
    expect(counts.olderThanSnapshot).toBe(1)
  })

  it('rebuilds when the clock of the service is set back', () => {
    advance(60_000)
    receive(false, 103, [['10', '2']], [])
    receive(false, 51, [['10', '3']], [])
    expect(sync.state).toBe('rebuilding')
    expect(resyncs).toBe(1)
  })

  it('rebuilds when a snapshot comes that is older than the book', () => {
    receive(false, 103, [['10', '2']], [])
    receive(true, 102, [['10', '1']], [['11', '2']])
    expect(sync.state).toBe('rebuilding')
    expect(resyncs).toBe(1)
  })

  it('trusts no snapshot that is older than what came while it was doubted', () => {
    sync.garbled()
    receive(false, 205, [['9', '3']], [])
    receive(true, 203, [['10', '1']], [['11', '2']])
    expect(sync.state).toBe('rebuilding')
    subscribeAnew()
    receive(true, 207, [['10', '1']], [['11', '2']])
    expect(sync.state).toBe('live')
  })

  it('takes a second snapshot as the whole truth', () => {
    receive(false, 103, [['9', '2']], [])
    receive(true, 103, [['8', '1']], [['11', '2']])
    expect(sync.state).toBe('live')
    expect(bids()).toEqual([['8', '1']])
  })

  it('rebuilds when a message could not be read, and shows nothing as live until it is whole again', () => {
    sync.garbled()
    expect(sync.state).toBe('rebuilding')
    receive(false, 103, [['9', '2']], [])
    expect(bids()).toEqual([['10', '1']])
    subscribeAnew()
    receive(false, 107, [['9', '5']], [])
    receive(true, 105, [['10', '4']], [['11', '2']])
    expect(sync.state).toBe('live')
    expect(bids()).toEqual([
      ['10', '4'],
      ['9', '5']
    ])
    expect(counts).toMatchObject({ garbled: 1, withoutSnapshot: 1, resyncs: 1 })
  })

  it('takes nothing for its own that comes while a subscription is being given up', () => {
    sync.garbled()
    sync.closing()
    receive(true, 103, [['1', '1']], [['2', '1']])
    receive(false, 105, [['1', '2']], [])
    expect(sync.state).toBe('rebuilding')
    expect(counts.afterClosing).toBe(2)
  })

  it('is stale while nothing comes, whatever it holds, and live again with the next frame', () => {
    sync.setSilent(true)
    expect(sync.state).toBe('stale')
    sync.setSilent(false)
    expect(sync.state).toBe('live')
  })

  it('keeps the levels of a lost connection, but never as live', () => {
    sync.lost()
    expect(sync.state).toBe('rebuilding')
    expect(sync.reason).toBe(marketText.book.lost)
    sync.opened()
    expect(sync.state).toBe('rebuilding')
    expect(sync.reason).toBe(marketText.book.reconnected)
    expect(bids()).toEqual([['10', '1']])
  })

  it('says that there is no such market, and holds nothing of it', () => {
    sync.refused('The service has no market BTCUSD.')
    expect(sync.state).toBe('refused')
    expect(bids()).toEqual([])
  })
})

describe('crossed', () => {
  beforeEach(live)

  it('lets a short cross pass', () => {
    receive(false, 103, [['12', '1']], [])
    advance(crossedDebounce - 1)
    receive(false, 105, [['12', '0']], [])
    advance(crossedDebounce)
    expect(sync.crossed).toBe(false)
    expect(sync.state).toBe('live')
    expect(resyncs).toBe(0)
  })

  it('rebuilds a book that stays crossed, though its market is quiet', () => {
    receive(false, 103, [['12', '1']], [])
    advance(crossedDebounce)
    expect(resyncs).toBe(1)
    expect(sync.state).toBe('rebuilding')
    expect(bids()[0]).toEqual(['12', '1'])
  })

  it('shows a cross that the service confirms, flagged, and asks again only after a while', () => {
    receive(false, 103, [['12', '1']], [])
    advance(crossedDebounce)
    subscribeAnew()
    receive(true, 105, [['12', '1']], [['11', '2']])
    advance(crossedDebounce)
    expect(sync.state).toBe('live')
    expect(sync.crossed).toBe(true)
    expect(resyncs).toBe(1)
    for (let seconds = 0; seconds < 30; seconds++) advance(1000)
    expect(resyncs).toBe(2)
  })

  it('is not live while a cross that no snapshot confirmed waits for its turn', () => {
    for (let turn = 0; turn < 2; turn++) {
      receive(false, 103, [['12', '1']], [])
      advance(crossedDebounce)
      expect(sync.state).toBe('rebuilding')
      if (turn === 0) {
        subscribeAnew()
        receive(true, 101, [['10', '1']], [['11', '2']])
        expect(sync.state).toBe('live')
      }
    }
    expect(resyncs).toBe(1)
    expect(counts.resyncsPutOff).toBe(1)
    for (let seconds = 0; seconds < 10; seconds++) advance(1000)
    expect(resyncs).toBe(2)
  })

  it('asks no more when the cross has gone by itself', () => {
    receive(false, 103, [['12', '1']], [])
    advance(crossedDebounce)
    subscribeAnew()
    receive(true, 105, [['12', '1']], [['11', '2']])
    advance(crossedDebounce)
    receive(false, 107, [['12', '0']], [])
    expect(sync.crossed).toBe(false)
    for (let seconds = 0; seconds < 120; seconds++) advance(1000)
    expect(resyncs).toBe(1)
    expect(sync.state).toBe('live')
  })
})

describe('times without their digits', () => {
  const coarse = (snapshot: boolean, seconds: number, amount: string): BookMessage => ({
    kind: 'book',
    market: 'BTCUSD',
    snapshot,
    time: start + BigInt(seconds) * 1_000_000_000n,
    bids: [level(['10', amount])],
    asks: []
  })

  it('asks anew when they do not tell what the snapshot holds, but not for ever', () => {
    sync.opened()
    for (let turn = 1; turn <= 3; turn++) {
      sync.receive(coarse(false, 5, '7'), clock.monotonic())
      sync.receive(coarse(true, 5, '1'), clock.monotonic())
      expect(sync.state).toBe('rebuilding')
      for (let seconds = 0; seconds < 70; seconds++) advance(1000)
      expect(resyncs).toBe(turn)
      subscribeAnew()
    }
    sync.receive(coarse(false, 5, '7'), clock.monotonic())
    sync.receive(coarse(true, 5, '1'), clock.monotonic())
    expect(sync.state).toBe('live')
    expect(bids()).toEqual([['10', '1']])
  })

  it('follows a service that counts whole seconds and sends each snapshot first', () => {
    sync.opened()
    let rebuilt = 0
    for (let second = 5; second < 12; second++) {
      if (sync.state !== 'live') {
        if (rebuilt > 0) subscribeAnew()
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
