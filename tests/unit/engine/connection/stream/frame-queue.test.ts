import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameQueue } from '#engine/connection/stream/frame-queue'

const millisecondsPerKilobyte = 0.5
const maxKilobytes = 60

/** Reading takes time by the size of a frame; the first byte is its number. */
function start() {
  const read: number[] = []
  let deferred: (() => void)[] = []
  let [now, paused, longest, stretch, looks] = [0, false, 0, 0, 0]
  const queue = new FrameQueue({
    read(bytes) {
      const time = (bytes.length / 1024) * millisecondsPerKilobyte
      now += time
      stretch += time
      longest = Math.max(longest, stretch)
      read.push(bytes[0]!)
    },
    pause: () => (paused = true),
    resume: () => (paused = false),
    now: () => {
      looks += 1
      return now
    },
    defer: (run) => void deferred.push(run)
  })
  return {
    queue,
    read,
    add(kilobytes: number, number: number) {
      const bytes = new Uint8Array(Math.max(1, kilobytes * 1024))
      bytes[0] = number
      queue.add(bytes, false)
    },
    isPaused: () => paused,
    longest: () => longest,
    looks: () => looks,
    /** Other work of the process runs. */
    turn() {
      now += 5
      stretch = 0
      const all = deferred
      deferred = []
      for (const run of all) run()
    }
  }
}

test('reads every frame once and in order, within bounded slices', () => {
  const act = fc.oneof(fc.double({ min: 0, max: maxKilobytes, noNaN: true }), fc.constant('turn'))
  fc.assert(
    fc.property(fc.array(act, { maxLength: 200 }), (acts) => {
      const one = start()
      let count = 0
      for (const each of acts) {
        if (typeof each === 'string') one.turn()
        else one.add(each, count++ % 256)
      }
      while (one.isPaused()) one.turn()
      expect(one.read).toEqual(Array.from({ length: count }, (_, index) => index % 256))
      const unseen = 8
      expect(one.longest()).toBeLessThan(20 + (unseen + maxKilobytes) * millisecondsPerKilobyte)
    })
  )
})

test('looks at the clock rarely while frames are small', () => {
  const one = start()
  for (let number = 0; number < 100; number++) one.add(0.3, number)
  expect(one.read).toHaveLength(100)
  expect(one.looks()).toBeLessThan(6)
})

test('reads at once after other work', () => {
  const one = start()
  for (let number = 0; number < 4; number++) {
    one.add(30, number)
    expect(one.isPaused()).toBe(false)
    one.turn()
  }
  one.add(50, 4)
  expect(one.isPaused()).toBe(true)
})

test('reads pending frames before the end', () => {
  const one = start()
  let ended = false
  one.add(50, 0)
  one.add(1, 1)
  one.queue.end(() => (ended = true))
  expect([one.read, ended]).toEqual([[0], false])
  one.turn()
  expect([one.read, ended]).toEqual([[0, 1], true])
})

test('drops frames after clear', () => {
  const one = start()
  one.add(50, 0)
  one.add(1, 1)
  one.queue.clear()
  one.turn()
  expect([one.read, one.isPaused()]).toEqual([[0], false])
})
