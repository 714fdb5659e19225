import { expect, it } from 'vitest'
import type { Clock } from '#engine/base/clock'
import { itemsOf, type Chunk } from '#engine/recording/chunk'
import { Outbox } from '#engine/recording/outbox'
import { FuzzRandom } from '../../shared/wire/fuzz/random'
import { HandClock } from '../hand-clock'

it('has the same epoch in a chunk and its event, although the clock is set each time that it is read', () => {
  const hand = new HandClock()
  let ahead = 0
  let sets = 0
  const clock: Clock = {
    wall: () => hand.wall() + (sets-- > 0 ? (ahead += 1000) : ahead),
    monotonic: () => hand.monotonic(),
    later: (milliseconds, call) => hand.later(milliseconds, call)
  }
  const chunks: Chunk[] = []
  const none = () => undefined
  const outbox = new Outbox({ clock, post: (chunk) => chunks.push(chunk), changed: none, gap: none, lost: 0 })
  outbox.send()
  for (sets = 3; sets > 0;) {
    outbox.record('f', hand.monotonic(), Buffer.from('{}'))
    outbox.send()
  }
  const events = chunks.flatMap((chunk) =>
    [...itemsOf(chunk)]
      .filter(({ kind }) => kind === 'e')
      .map(({ content }) => [(JSON.parse(content.toString()) as { epoch: number }).epoch, chunk.epoch])
  )
  expect(events).toHaveLength(4)
  for (const [event, epoch] of events) expect(event).toBe(epoch)
})

it.each([1, 2, 3])('has every item until it is released, although memory serves again (seed %i)', (seed) => {
  const random = new FuzzRandom(seed)
  const none = () => undefined
  const waiting: Chunk[] = []
  const post = (chunk: Chunk) => waiting.push(chunk)
  const outbox = new Outbox({ clock: new HandClock(), post, changed: none, gap: none, lost: 0 })
  const fillOf = (number: number) => number % 251
  const full: ArrayBuffer[] = []
  for (let number = 1; number < 4000; number++) {
    outbox.record('f', 0, Buffer.alloc(1 + random.below(random.chance(100) ? 400_000 : 9000), fillOf(number)))
    if (random.chance(50)) outbox.send()
    if (waiting.length < 4 || random.chance(2)) continue
    const written = waiting.splice(0, random.below(waiting.length) + 1)
    for (const chunk of written) {
      if (chunk.bytes.length < chunk.bytes.buffer.byteLength) full.push(chunk.bytes.buffer)
      for (const item of itemsOf(chunk)) {
        if (item.kind !== 'f') continue
        expect(item.content.every((byte) => byte === fillOf(item.number))).toBe(true)
      }
    }
    const { first, count } = written.at(-1)!
    outbox.release(first + count)
    expect(outbox.chunks).toEqual(waiting)
  }
  expect(full.length).toBeGreaterThan(40)
  expect(new Set(full).size).toBeLessThan(full.length / 2)
})
