import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameQueue } from '#engine/connection/stream/frame-queue'

/** Each frame takes as many milliseconds as its first byte. */
function start() {
  const deferred: (() => void)[] = []
  const read: number[] = []
  let [now, paused, longest, stretch] = [0, false, 0, 0]
  const queue = new FrameQueue({
    read(bytes) {
      now += bytes[0]!
      stretch += bytes[0]!
      longest = Math.max(longest, stretch)
      read.push(bytes[1]!)
    },
    pause: () => (paused = true),
    resume: () => (paused = false),
    now: () => now,
    defer: (run) => void deferred.push(run)
  })
  return {
    queue,
    read,
    add: (milliseconds: number, number: number) => queue.add(Uint8Array.of(milliseconds, number), false),
    isPaused: () => paused,
    longest: () => longest,
    idle: () => {
      now += 5
      stretch = 0
    },
    turn() {
      stretch = 0
      deferred.shift()?.()
    },
    waits: () => deferred.length > 0
  }
}

test('reads every frame once and in order, within bounded slices', () => {
  const act = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constantFrom('turn', 'idle'))
  fc.assert(
    fc.property(fc.array(act, { maxLength: 200 }), (acts) => {
      const one = start()
      let count = 0
      for (const each of acts) {
        if (each === 'turn' || (each === 'idle' && one.waits())) one.turn()
        else if (each === 'idle') one.idle()
        else one.add(each as number, count++ % 256)
        expect(one.isPaused()).toBe(one.waits())
      }
      while (one.waits()) one.turn()
      expect(one.read).toEqual(Array.from({ length: count }, (_, index) => index % 256))
      expect(one.longest()).toBeLessThan(20 + 30)
    })
  )
})

test('reads pending frames before the end', () => {
  const one = start()
  let ended = false
  one.add(25, 0)
  one.add(1, 1)
  one.queue.end(() => (ended = true))
  expect([one.read, ended]).toEqual([[0], false])
  one.turn()
  expect([one.read, ended]).toEqual([[0, 1], true])
})

test('drops frames after clear', () => {
  const one = start()
  one.add(25, 0)
  one.add(1, 1)
  one.queue.clear()
  one.turn()
  expect([one.read, one.isPaused()]).toEqual([[0], false])
})
