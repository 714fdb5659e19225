import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FeedPort } from '#main/market/feed/feed-port'
import type { FeedFrame } from '#shared/contract/market/feed'

const health = (at: number) => ({ health: { at, heap: 1, loopDelay: 1 } })
function setUp() {
  const sent: FeedFrame[] = []
  let closed = 0
  const feed = new FeedPort({ send: (frame) => sent.push(frame), dispose: () => closed++ })
  return { sent, feed, closed: () => closed }
}

test('has at most one frame in flight, then sends the newest state', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('offer', 'drawn'), { maxLength: 80 }), (steps) => {
      const { sent, feed } = setUp()
      let acknowledged = 0
      let newest = -1
      steps.forEach((step, at) => {
        if (step === 'offer') feed.offer(health((newest = at)))
        else if (acknowledged < sent.length) {
          feed.receive({ kind: 'drawn', sequence: sent.at(-1)!.sequence })
          acknowledged = sent.length === acknowledged + 1 ? acknowledged + 1 : sent.length - 1
        }
        expect(sent.length - acknowledged).toBeLessThanOrEqual(1)
      })
      while (acknowledged < sent.length) {
        acknowledged++
        feed.receive({ kind: 'drawn', sequence: acknowledged })
      }
      if (newest >= 0) expect(sent.at(-1)?.health?.at).toBe(newest)
      expect(sent.map((frame) => frame.sequence)).toEqual(sent.map((_, index) => index + 1))
      expect(feed.ignored).toBe(0)
    })
  )
})

test('counts and ignores invalid acknowledgements', () => {
  const { sent, feed } = setUp()
  feed.offer(health(1))
  feed.offer(health(2))
  const wrong = [
    null,
    1,
    'drawn',
    {},
    { kind: 'drawn' },
    { kind: 'drawn', sequence: '1' },
    { kind: 'x', sequence: 1 }
  ]
  for (const message of [...wrong, { kind: 'drawn', sequence: 2 }, { kind: 'drawn', sequence: 0 }])
    feed.receive(message)
  expect(sent).toHaveLength(1)
  expect(feed.ignored).toBe(wrong.length + 2)
  feed.receive({ kind: 'drawn', sequence: 1 })
  feed.receive({ kind: 'drawn', sequence: 1 })
  expect(sent.map((frame) => frame.health?.at)).toEqual([1, 2])
  expect(feed.ignored).toBe(wrong.length + 3)
})

test('closes once and sends nothing afterwards', () => {
  const { sent, feed, closed } = setUp()
  feed.offer(health(1))
  feed.offer(health(2))
  feed.close()
  feed.close()
  feed.receive({ kind: 'drawn', sequence: 1 })
  feed.offer(health(3))
  expect(sent).toHaveLength(1)
  expect(closed()).toBe(1)
})

test('merges the source’s state when it can be sent', () => {
  const sent: FeedFrame[] = []
  const markets = () => ({ markets: { numbers: Float64Array.of(++taken) } })
  let taken = 0
  let drawn = 0
  let empty = false
  const feed = new FeedPort(
    { send: (frame) => sent.push(frame), dispose: () => {} },
    { next: () => (empty ? null : markets()), drawn: () => drawn++ }
  )
  expect(feed.free).toBe(true)
  feed.send()
  expect(feed.free).toBe(false)
  feed.send()
  feed.offer(health(1))
  expect([taken, drawn, sent.length]).toEqual([1, 0, 1])
  feed.receive({ kind: 'drawn', sequence: 1 })
  expect([taken, drawn, sent.length]).toEqual([2, 1, 2])
  expect(sent[1]).toMatchObject({ sequence: 2, health: { at: 1 } })
  empty = true
  feed.receive({ kind: 'drawn', sequence: 2 })
  feed.send()
  expect(sent).toHaveLength(2)
  feed.offer(health(2))
  expect(sent[2]).toEqual({ kind: 'frame', sequence: 3, health: health(2).health })
  feed.receive({ kind: 'drawn', sequence: 3 })
  feed.close()
  expect(feed.free).toBe(false)
})
