import { beforeEach, describe, expect, it } from 'vitest'
import { crossedDebounce } from '#engine/market/crossing'
import type { BookMessage } from '#shared/domain/market/messages'
import { BookSyncDesk } from './book-sync-desk'
import { level, start } from './messages'

let desk: BookSyncDesk
beforeEach(() => {
  desk = new BookSyncDesk()
})

describe('a crossed book', () => {
  beforeEach(() => desk.live())

  it('is accepted briefly', () => {
    desk.receive(false, 103, [['12', '1']], [])
    desk.advance(crossedDebounce - 1)
    desk.receive(false, 105, [['12', '0']], [])
    desk.advance(crossedDebounce)
    expect(desk.sync.crossed).toBe(false)
    expect(desk.sync.state).toBe('live')
    expect(desk.resyncs).toBe(0)
  })

  it('is rebuilt if it stays crossed in a quiet market', () => {
    desk.receive(false, 103, [['12', '1']], [])
    desk.advance(crossedDebounce)
    expect(desk.resyncs).toBe(1)
    expect(desk.sync.state).toBe('rebuilding')
    expect(desk.bids()[0]).toEqual(['12', '1'])
  })

  it('is flagged if confirmed by a snapshot, and retried later', () => {
    desk.receive(false, 103, [['12', '1']], [])
    desk.advance(crossedDebounce)
    desk.resubscribe()
    desk.receive(true, 105, [['12', '1']], [['11', '2']])
    desk.advance(crossedDebounce)
    expect(desk.sync.state).toBe('live')
    expect(desk.sync.crossed).toBe(true)
    expect(desk.resyncs).toBe(1)
    for (let seconds = 0; seconds < 30; seconds++) desk.advance(1000)
    expect(desk.resyncs).toBe(2)
  })

  it('is not live while waiting for a snapshot', () => {
    for (let turn = 0; turn < 2; turn++) {
      desk.receive(false, 103, [['12', '1']], [])
      desk.advance(crossedDebounce)
      expect(desk.sync.state).toBe('rebuilding')
      if (turn === 0) {
        desk.resubscribe()
        desk.receive(true, 101, [['10', '1']], [['11', '2']])
        expect(desk.sync.state).toBe('live')
      }
    }
    expect(desk.resyncs).toBe(1)
    expect(desk.counts.resyncsPutOff).toBe(1)
    for (let seconds = 0; seconds < 10; seconds++) desk.advance(1000)
    expect(desk.resyncs).toBe(2)
  })

  it('is not retried once it is uncrossed', () => {
    desk.receive(false, 103, [['12', '1']], [])
    desk.advance(crossedDebounce)
    desk.resubscribe()
    desk.receive(true, 105, [['12', '1']], [['11', '2']])
    desk.advance(crossedDebounce)
    desk.receive(false, 107, [['12', '0']], [])
    expect(desk.sync.crossed).toBe(false)
    for (let seconds = 0; seconds < 120; seconds++) desk.advance(1000)
    expect(desk.resyncs).toBe(1)
    expect(desk.sync.state).toBe('live')
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
    desk.sync.opened()
    for (let turn = 1; turn <= 3; turn++) {
      desk.sync.receive(coarse(false, 5, '7'), desk.clock.monotonic())
      desk.sync.receive(coarse(true, 5, '1'), desk.clock.monotonic())
      expect(desk.sync.state).toBe('rebuilding')
      for (let seconds = 0; seconds < 70; seconds++) desk.advance(1000)
      expect(desk.resyncs).toBe(turn)
      desk.resubscribe()
    }
    desk.sync.receive(coarse(false, 5, '7'), desk.clock.monotonic())
    desk.sync.receive(coarse(true, 5, '1'), desk.clock.monotonic())
    expect(desk.sync.state).toBe('live')
    expect(desk.bids()).toEqual([['10', '1']])
  })

  it('work with whole seconds and snapshots first', () => {
    desk.sync.opened()
    let rebuilt = 0
    for (let second = 5; second < 12; second++) {
      if (desk.sync.state !== 'live') {
        if (rebuilt > 0) desk.resubscribe()
        rebuilt += 1
        desk.sync.receive(coarse(true, second, '1'), desk.clock.monotonic())
      }
      desk.sync.receive(coarse(false, second, String(second)), desk.clock.monotonic())
      for (let seconds = 0; seconds < 70; seconds++) desk.advance(1000)
    }
    expect(rebuilt).toBe(4)
    expect(desk.sync.state).toBe('live')
    expect(desk.bids()).toEqual([['10', '11']])
  })
})
