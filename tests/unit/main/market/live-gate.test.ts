import { expect, it } from 'vitest'
import { LiveGate } from '#main/market/live-gate'
import { HandClock } from '../../engine/hand-clock'

const begin = () => {
  const clock = new HandClock()
  return { clock, soon: new LiveGate(clock) }
}
async function passes(question: Promise<void>): Promise<boolean> {
  let passed = false
  void question.then(() => (passed = true))
  await Promise.resolve()
  await Promise.resolve()
  await Promise.resolve()
  return passed
}

it('lets calls through if nothing is expected', async () => {
  expect(await passes(begin().soon.live())).toBe(true)
})

it('holds calls until the stream has started', async () => {
  const { soon } = begin()
  soon.expect(true)
  const question = soon.live()
  expect(await passes(question)).toBe(false)
  soon.use(true)
  expect(await passes(question)).toBe(true)
  expect(await passes(soon.live())).toBe(true)
})

it('releases calls when the connection ends, or after five seconds', async () => {
  const { clock, soon } = begin()
  soon.expect(true)
  const first = soon.live()
  soon.expect(false)
  expect(await passes(first)).toBe(true)

  soon.expect(true)
  const second = soon.live()
  clock.advance(4999)
  expect(await passes(second)).toBe(false)
  clock.advance(1)
  expect(await passes(second)).toBe(true)
})
