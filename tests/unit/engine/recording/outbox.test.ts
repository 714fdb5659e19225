import { expect, it } from 'vitest'
import type { Clock } from '#engine/base/clock'
import { itemsOf, type Chunk } from '#engine/recording/chunk'
import { Outbox } from '#engine/recording/outbox'
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
