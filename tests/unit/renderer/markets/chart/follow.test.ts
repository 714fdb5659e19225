import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Follow, type KeptView } from '#renderer/panels/chart/follow'

/** Scrolls when drawn, from the last slot with a point. */
class Axis {
  width = 600
  spacing = 6
  base = -1
  offset = 0
  readonly #listeners = new Set<() => void>()
  scrollPosition = () => this.offset
  #asked: number | null = null
  #after: (() => void)[] = []
  scrollToPosition = (position: number) => void (this.#asked = position)
  afterDrawing = (run: () => void) => void this.#after.push(run)
  draw() {
    this.offset = this.#asked ?? this.offset
    this.#asked = null
    for (const run of this.#after.splice(0)) run()
  }
  getVisibleLogicalRange = () => {
    const to = this.base + this.offset
    return this.base < 0 || this.width === 0 ? null : { from: to - this.width / this.spacing + 1, to }
  }
  subscribeSizeChange = (listener: () => void) => void this.#listeners.add(listener)
  unsubscribeSizeChange = (listener: () => void) => void this.#listeners.delete(listener)
  options = () => ({ barSpacing: this.spacing })
  resize(width: number) {
    this.width = width
    for (const listener of this.#listeners) listener()
    this.draw()
  }
}

function open(kept: KeptView | null = null, axis = new Axis()) {
  const changes: boolean[] = []
  let newest = -1
  const follow = new Follow(
    axis,
    () => newest,
    (following) => changes.push(following),
    kept,
    axis.afterDrawing
  )
  const feed = (places: number, silent = 0) => {
    newest = places - 1
    axis.base = newest - silent
    follow.keepUp()
    axis.draw()
  }
  const room = () => axis.getVisibleLogicalRange()!.to - newest
  return { axis, follow, changes, feed, room }
}

const happening = fc.oneof(
  fc.record({ places: fc.integer({ min: 0, max: 500 }), silent: fc.integer({ min: 0, max: 40 }) }),
  fc.record({ width: fc.constantFrom(0, 1, 80, 600, 2000) }),
  fc.record({ jump: fc.integer({ min: -300, max: 300 }) })
)

it('follows the newest slot through all changes', () => {
  fc.assert(
    fc.property(fc.array(happening), (all) => {
      const { axis, changes, feed, follow, room } = open()
      feed(100)
      for (const each of all) {
        if ('places' in each) feed(each.places, Math.min(each.silent, Math.max(0, each.places - 1)))
        else if ('width' in each) axis.resize(each.width)
        else axis.offset += each.jump
      }
      axis.resize(600)
      feed(100)
      expect(changes).toEqual([])
      expect(follow.following).toBe(true)
      expect(room()).toBeCloseTo(4)
    })
  )
})

it('stops when the user scrolls away, until they return', () => {
  const { axis, follow, changes, feed, room } = open()
  feed(100)
  axis.offset -= 50
  follow.moved()
  feed(130)
  axis.resize(300)
  expect([changes, axis.offset]).toEqual([[false], -46])
  follow.goLive()
  axis.draw()
  expect([changes, room()]).toEqual([[false, true], 4])
  axis.offset = 9
  follow.moved()
  feed(140, 20)
  expect(room()).toBeCloseTo(9)
})

it('passes the position to the next chart', () => {
  const { axis, follow, feed } = open()
  feed(100)
  axis.offset = -30
  follow.moved()
  const next = open(follow.kept)
  next.feed(0)
  next.feed(100)
  expect(next.follow.following).toBe(false)
  expect(next.room()).toBeCloseTo(-30)
  next.feed(110)
  expect(next.axis.offset).toBeCloseTo(-30)
  expect(follow.kept.spacing).toBe(6)
})

it('adds up keys before the chart is drawn', () => {
  const { axis, follow, changes, feed, room } = open()
  feed(100)
  follow.pan(-10)
  follow.pan(-10)
  follow.keepUp()
  expect(changes).toEqual([])
  axis.draw()
  expect([changes, room()]).toEqual([[false], -16])
  follow.pan(20)
  axis.draw()
  expect(changes).toEqual([false, true])
})

it('keeps following after automatic scrolling', () => {
  const { axis, follow, changes, feed, room } = open()
  feed(51)
  const before = changes.length
  axis.scrollToPosition(4)
  axis.offset = -50
  follow.moved()
  axis.draw()
  expect([follow.following, changes.length - before, room()]).toEqual([true, 2, 4])
})
