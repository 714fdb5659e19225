import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HealthHistory, SandboxStory, Timeline } from '#engine/app/diagnostics/index'
import { Ring } from '#engine/app/diagnostics/ring'
import { timelineLength, type TimelineEntry } from '#shared/contract/app/diagnostics'

describe('a ring buffer', () => {
  it('keeps the newest in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 12 }), (items, max) => {
        const ring = new Ring<number>(max)
        for (const item of items) ring.add(item)
        expect(ring.all()).toEqual(items.slice(-max))
      })
    )
  })
})

describe('the timeline', () => {
  it('is bounded, numbers its entries, and sends each one', () => {
    const changes: TimelineEntry[] = []
    let now = 1000
    const timeline = new Timeline(
      () => now++,
      (entry) => changes.push(entry)
    )
    for (let count = 0; count < timelineLength + 30; count++) {
      timeline.note({ kind: 'quiet', words: `thing ${count}` })
    }
    expect(changes).toHaveLength(timelineLength + 30)
    expect(timeline.entries()).toEqual(changes.slice(-timelineLength))
    expect(changes[0]).toEqual({ id: 1, at: 1000, kind: 'quiet', words: 'thing 0' })
  })

  it('merges repetitions with a count and the last time', () => {
    const changes: TimelineEntry[] = []
    let now = 1000
    const timeline = new Timeline(
      () => now,
      (entry) => changes.push(entry)
    )
    timeline.note({ kind: 'warning', words: 'closed, 1.2 s', repeats: 'closed' })
    timeline.note({ kind: 'quiet', words: 'another' })
    now += 5000
    timeline.note({ kind: 'warning', words: 'closed, 2.4 s', repeats: 'closed' })
    timeline.note({ kind: 'warning', words: 'closed, 0.3 s', repeats: 'closed', times: 3 })
    expect(timeline.entries()).toEqual([
      { id: 2, at: 1000, kind: 'quiet', words: 'another' },
      { id: 1, at: 6000, kind: 'warning', words: 'closed, 0.3 s', count: 5 }
    ])
    expect(changes.map(({ id, count }) => [id, count])).toEqual([
      [1, undefined],
      [2, undefined],
      [1, 2],
      [1, 5]
    ])
    now += 600_000
    timeline.note({ kind: 'warning', words: 'closed, 1.0 s', repeats: 'closed' })
    expect(timeline.entries()).toHaveLength(3)
  })

  it('sorts by time of occurrence', () => {
    const timeline = new Timeline(
      () => 500,
      () => undefined
    )
    timeline.note({ kind: 'good', words: 'second' })
    timeline.note({ kind: 'quiet', words: 'first', at: 400 })
    timeline.note({ kind: 'good', words: 'third' })
    expect(timeline.entries().map(({ words }) => words)).toEqual(['first', 'second', 'third'])
  })
})

describe('the health history', () => {
  it('covers exactly 15 minutes', () => {
    const history = new HealthHistory()
    const minute = 60_000
    for (const minutes of [0, 4, 5, 6, 20]) history.add({ at: minutes * minute, loopDelay: 1, heap: 1 })
    expect(history.since(20 * minute).map(({ at }) => at / minute)).toEqual([6, 20])
  })
})

describe('the sandbox’s timeline', () => {
  it('reports start, crash, failed restart and restart', () => {
    const story = new SandboxStory()
    const words = [null, '127.0.0.1:1', null, null, '127.0.0.1:2'].map((at) =>
      story.next(at).map((changes) => changes.words)
    )
    expect(words).toEqual([
      [],
      ['Local sandbox started at 127.0.0.1:1'],
      ['Local sandbox stopped unexpectedly; restarting it'],
      ['Local sandbox could not be restarted; trying again'],
      ['Local sandbox restarted at 127.0.0.1:2']
    ])
  })
})
