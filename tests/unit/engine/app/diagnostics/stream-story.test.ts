import { beforeEach, describe, expect, it } from 'vitest'
import { StreamStory, Timeline, type TimelineNote } from '#engine/app/diagnostics/index'
import type { TimelineEntry } from '#shared/contract/app/diagnostics'
import type { BookState, StreamStatus } from '#shared/contract/market/markets'
import { idleStream } from '../../stream-status'

let now: number
let story: StreamStory
let timeline: Timeline
let pushed: TimelineEntry[]

beforeEach(() => {
  now = 1_000_000
  pushed = []
  story = new StreamStory()
  timeline = new Timeline(
    () => now,
    (entry) => pushed.push(entry)
  )
})

const note = (all: readonly TimelineNote[]) => all.forEach((each) => timeline.note(each))
const status = (part: Partial<StreamStatus> & Pick<StreamStatus, 'phase'>) =>
  note(
    story.status({
      ...idleStream,
      sentence: 'A sentence.',
      since: now,
      ...part
    })
  )
const closed = (code: number) => ({
  code: `stream.closed-${code}`,
  sentence: `Socket closed (${code}).`,
  retryable: true
})
const books = (...states: readonly (readonly [market: string, state: BookState, reason?: string])[]) =>
  note(
    story.second(
      states.map(([market, state, reason = null]) => ({ market, state, reason })),
      now
    )
  )
const words = () =>
  timeline.entries().map(({ words: text, count }) => (count === undefined ? text : `${text} x${count}`))
const channel = (market: string) => ({ type: 'market_data', market }) as const

describe('the stream’s timeline', () => {
  it('reports connecting, a break, and the recovery once the books are right', () => {
    status({ phase: 'connecting' })
    status({ phase: 'open' })
    status({ phase: 'subscribed' })
    books(['BTCUSD', 'live'], ['ETHUSD', 'live'])
    now += 60_000
    status({ phase: 'waiting', retryAt: now + 1200, attempt: 1, problem: closed(1006) })
    now += 1200
    status({ phase: 'connecting', attempt: 1 })
    now += 300
    status({ phase: 'subscribed' })
    books(['BTCUSD', 'live'], ['ETHUSD', 'awaiting'])
    expect(words()).not.toContainEqual(expect.stringMatching(/^Reconnected/))
    now += 1000
    books(['BTCUSD', 'live'], ['ETHUSD', 'live'])
    expect(words()).toEqual([
      'Opening the stream',
      'Subscribed to BTCUSD and ETHUSD',
      'Socket closed (1006), retrying in 1.2 s',
      'Reconnected after 1.5 s, 2 books rebuilt from snapshots'
    ])
    expect(timeline.entries().map(({ kind }) => kind)).toEqual(['quiet', 'quiet', 'warning', 'good'])
  })

  it('does not report a recovery while a book is missing', () => {
    status({ phase: 'subscribed' })
    status({ phase: 'waiting', retryAt: now, problem: closed(1011) })
    status({ phase: 'subscribed' })
    now += 6000
    books(['BTCUSD', 'live'], ['ETHUSD', 'awaiting'], ['NOPE', 'refused'])
    expect(timeline.entries()).toContainEqual(
      expect.objectContaining({
        kind: 'warning',
        words: 'Reconnected after 0.0 s, 1 of 2 books rebuilt so far'
      })
    )
  })

  it('reports refusals, silence and its end', () => {
    status({
      phase: 'refused',
      problem: { code: 'stream.scope', sentence: 'The scope markets is missing.', retryable: false }
    })
    status({ phase: 'connecting' })
    status({ phase: 'subscribed' })
    now += 1000
    status({ phase: 'degraded' })
    now += 2500
    status({ phase: 'subscribed' })
    now += 1
    status({ phase: 'idle' })
    expect(words()).toEqual([
      'Stream refused: the scope markets is missing',
      'Connected, but the service stopped sending data',
      'Data resumed after 2.5 s',
      'Stream ended'
    ])
  })

  it('does not report unsubscribing as a break', () => {
    status({ phase: 'subscribed' })
    now += 1000
    status({ phase: 'open' })
    now += 1000
    status({ phase: 'subscribed' })
    books(['BTCUSD', 'live'])
    expect(words()).toEqual(['Subscribed to BTCUSD'])
  })

  it('reports the recovery without subscriptions, counting from its start', () => {
    status({ phase: 'open' })
    status({ phase: 'waiting', retryAt: now + 500, problem: closed(1001) })
    now += 500
    status({ phase: 'open' })
    now += 1
    status({ phase: 'connecting' })
    now += 499
    status({ phase: 'open' })
    books()
    books()
    expect(words()).toEqual(['Socket closed (1001), retrying in 0.5 s', 'Reconnected after 1.0 s'])
  })

  it('ignores a changed round trip', () => {
    status({ phase: 'subscribed' })
    const since = now
    now += 5000
    status({ phase: 'subscribed', since, roundTrip: 4 })
    status({ phase: 'waiting', problem: closed(1006) })
    expect(words()).toEqual(['Socket closed (1006)'])
  })

  it('groups refusals, resyncs and errors with markets and reason', () => {
    for (const type of ['market_data', 'execution_data'] as const) {
      story.refused({ type, market: 'NOPE' }, 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    }
    for (const market of ['A', 'B', 'C', 'D']) story.resync(market)
    story.error('INTERNAL_SERVER_ERROR', 'try later', channel('A'))
    story.error('SOMETHING_NEW', null, null)
    const crossed = 'The best bid stayed above the best ask.'
    books(
      ['A', 'rebuilding', crossed],
      ['B', 'rebuilding', crossed],
      ['C', 'rebuilding', crossed],
      ['D', 'idle']
    )
    expect(words()).toEqual([
      'NOPE refused: the service has no such market',
      'Rebuilding A, B and C: the best bid stayed above the best ask x3',
      'Rebuilding D: its data could not be trusted',
      'The service reported an error for A: INTERNAL_SERVER_ERROR: try later',
      'The service reported an error: SOMETHING_NEW'
    ])
  })

  it('limits the entries of a storm', () => {
    timeline.note({ kind: 'quiet', words: 'before the storm' })
    for (let second = 0; second < 3000; second++) {
      now += 1000
      status({ phase: 'waiting', retryAt: now + (second % 9) * 100, problem: closed(1006 + (second % 3)) })
      status({ phase: 'connecting', attempt: second })
      for (let error = 0; error < 50; error++)
        story.error(`NEW_${second}_${error}`, null, channel(`M${error}`))
      for (let market = 0; market < 40; market++) {
        story.resync(`M${market}`)
        story.refused(channel(`M${market}`), 'NO_EFFECT_ACTION')
      }
      status({ phase: 'subscribed', since: now + 1 })
      books()
    }
    expect(words()[0]).toBe('before the storm')
    expect(words().length).toBeLessThan(12)
    expect(words()).toContainEqual(expect.stringMatching(/^Socket closed \(1006\).* x1000$/))
    expect(pushed.length).toBeLessThan(3000 * 15)
  })

  it('reports a later recurrence separately', () => {
    status({ phase: 'waiting', problem: closed(1006) })
    now += 600_000
    status({ phase: 'waiting', problem: closed(1006) })
    expect(words()).toEqual(['Socket closed (1006)', 'Socket closed (1006)'])
  })
})
