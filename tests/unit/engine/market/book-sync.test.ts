import { beforeEach, describe, expect, it } from 'vitest'
import { confirmationLimit, snapshotLimit } from '#engine/market/snapshot-due'
import { marketText } from '#shared/messages/market'
import { BookSyncDesk } from './book-sync-desk'

let desk: BookSyncDesk
beforeEach(() => {
  desk = new BookSyncDesk()
})

describe('before the snapshot', () => {
  it('buffers updates and applies newer ones', () => {
    expect(desk.sync.state).toBe('idle')
    desk.sync.opened()
    expect(desk.sync.state).toBe('awaiting')
    desk.receive(false, 99, [['10', '7']], [])
    desk.receive(false, 102, [['9', '7']], [])
    desk.receive(false, 103, [['9', '3']], [])
    expect(desk.sync.book.count('bids')).toBe(0)
    desk.receive(true, 102, [['10', '1']], [['11', '2']])
    expect(desk.sync.state).toBe('live')
    expect(desk.bids()).toEqual([
      ['10', '1'],
      ['9', '3']
    ])
    expect(desk.counts).toMatchObject({ buffered: 3, olderThanSnapshot: 2 })
  })

  it('requests another one if it does not come in time', () => {
    desk.sync.opened()
    desk.advance(confirmationLimit - 1)
    expect(desk.resyncs).toBe(0)
    desk.sync.subscribed(desk.clock.monotonic())
    desk.advance(snapshotLimit - 1)
    expect(desk.resyncs).toBe(0)
    desk.advance(1)
    expect(desk.resyncs).toBe(1)
    expect(desk.sync.state).toBe('awaiting')
    expect(desk.sync.reason).toBe(marketText.book.noSnapshot)
    desk.resubscribe()
    desk.receive(true, 5, [['1', '1']], [['2', '1']])
    expect(desk.sync.state).toBe('live')
  })

  it('keeps buffering while it is late', () => {
    desk.sync.opened()
    desk.advance(confirmationLimit)
    expect(desk.sync.state).toBe('awaiting')
    expect(desk.sync.reason).toBe(marketText.book.notConfirmed)
    desk.sync.subscribed(desk.clock.monotonic())
    desk.receive(false, 103, [['9', '3']], [])
    desk.receive(true, 101, [['10', '1']], [['11', '2']])
    expect(desk.sync.state).toBe('live')
    expect(desk.bids()).toEqual([
      ['10', '1'],
      ['9', '3']
    ])
  })

  it('keeps requesting it', () => {
    desk.sync.opened()
    desk.sync.subscribed(desk.clock.monotonic())
    for (let passed = 0; passed < 300_000; passed += 1000) desk.advance(1000)
    expect(desk.resyncs).toBeGreaterThanOrEqual(3)
    expect(desk.resyncs).toBeLessThan(20)
    expect(desk.sync.state).toBe('awaiting')
  })
})

describe('a declined subscription', () => {
  beforeEach(() => {
    desk.live()
    desk.sync.declined('The service declined the book of A (INTERNAL_SERVER_ERROR).')
  })

  it('stays declined while it is retried', () => {
    const { since } = desk.sync
    for (let passed = 0; passed < 300_000; passed += 5000) {
      desk.advance(5000)
      desk.sync.declined('The service declined the book of A (INTERNAL_SERVER_ERROR).')
    }
    expect(desk.sync.state).toBe('refused')
    expect(desk.sync.since).toBe(since)
    expect(desk.sync.reason).toContain('INTERNAL_SERVER_ERROR')
    expect(desk.sync.book.count('bids')).toBe(0)
    expect(desk.resyncs).toBe(0)
  })

  it('buffers updates once it is confirmed', () => {
    desk.receive(false, 103, [['9', '3']], [])
    desk.sync.subscribed(desk.clock.monotonic())
    expect(desk.sync.state).toBe('awaiting')
    expect(desk.sync.reason).toBeNull()
    desk.receive(true, 102, [['10', '1']], [['11', '2']])
    expect(desk.sync.state).toBe('live')
    expect(desk.bids()).toEqual([
      ['10', '1'],
      ['9', '3']
    ])
  })
})

describe('a live book', () => {
  beforeEach(() => desk.live())

  it('drops an update that the snapshot contains', () => {
    desk.receive(false, 99, [['10', '9']], [])
    expect(desk.bids()).toEqual([['10', '1']])
    expect(desk.sync.state).toBe('live')
    expect(desk.counts.olderThanSnapshot).toBe(1)
  })

  it('rebuilds when the service’s clock is set back', () => {
    desk.advance(60_000)
    desk.receive(false, 103, [['10', '2']], [])
    desk.receive(false, 51, [['10', '3']], [])
    expect(desk.sync.state).toBe('rebuilding')
    expect(desk.resyncs).toBe(1)
  })

  it('rebuilds on an older snapshot', () => {
    desk.receive(false, 103, [['10', '2']], [])
    desk.receive(true, 102, [['10', '1']], [['11', '2']])
    expect(desk.sync.state).toBe('rebuilding')
    expect(desk.resyncs).toBe(1)
  })

  it('rejects a snapshot older than later messages', () => {
    desk.sync.garbled()
    desk.receive(false, 205, [['9', '3']], [])
    desk.receive(true, 203, [['10', '1']], [['11', '2']])
    expect(desk.sync.state).toBe('rebuilding')
    desk.resubscribe()
    desk.receive(true, 207, [['10', '1']], [['11', '2']])
    expect(desk.sync.state).toBe('live')
  })

  it('accepts a second snapshot completely', () => {
    desk.receive(false, 103, [['9', '2']], [])
    desk.receive(true, 103, [['8', '1']], [['11', '2']])
    expect(desk.sync.state).toBe('live')
    expect(desk.bids()).toEqual([['8', '1']])
  })

  it('rebuilds after an unreadable message', () => {
    desk.sync.garbled()
    expect(desk.sync.state).toBe('rebuilding')
    desk.receive(false, 103, [['9', '2']], [])
    expect(desk.bids()).toEqual([['10', '1']])
    desk.resubscribe()
    desk.receive(false, 107, [['9', '5']], [])
    desk.receive(true, 105, [['10', '4']], [['11', '2']])
    expect(desk.sync.state).toBe('live')
    expect(desk.bids()).toEqual([
      ['10', '4'],
      ['9', '5']
    ])
    expect(desk.counts).toMatchObject({ garbled: 1, withoutSnapshot: 1, resyncs: 1 })
  })

  it('ignores messages while unsubscribing', () => {
    desk.sync.garbled()
    desk.sync.closing()
    desk.receive(true, 103, [['1', '1']], [['2', '1']])
    desk.receive(false, 105, [['1', '2']], [])
    expect(desk.sync.state).toBe('rebuilding')
    expect(desk.counts.afterClosing).toBe(2)
  })

  it('is stale without data, and live with the next frame', () => {
    desk.sync.setSilent(true)
    expect(desk.sync.state).toBe('stale')
    desk.sync.setSilent(false)
    expect(desk.sync.state).toBe('live')
  })

  it('keeps the levels of a lost connection, but not as live', () => {
    desk.sync.lost()
    expect(desk.sync.state).toBe('rebuilding')
    expect(desk.sync.reason).toBe(marketText.book.lost)
    desk.sync.opened()
    expect(desk.sync.state).toBe('rebuilding')
    expect(desk.sync.reason).toBe(marketText.book.reconnected)
    expect(desk.bids()).toEqual([['10', '1']])
  })

  it('reports an unknown market without levels', () => {
    desk.sync.refused('The service has no market BTCUSD.')
    expect(desk.sync.state).toBe('refused')
    expect(desk.bids()).toEqual([])
  })
})
