import { expect, it } from 'vitest'
import { RawFrames } from '#engine/app/diagnostics/raw-frames'
import { StreamMeter } from '#engine/app/diagnostics/stream-meter'
import { StreamObserver } from '#engine/app/diagnostics/stream-observer'
import { StreamStory } from '#engine/app/diagnostics/stream-story'
import { createRedactor } from '#engine/base/log/index'
import { SettableClock } from '../../connection/stream/session-desk'

const ahead = 250
const way = 20

it('tracks the service’s clock through sleep and clock changes', () => {
  const clock = new SettableClock()
  const meter = new StreamMeter(clock.monotonic())
  const rawFrames = new RawFrames({ redactor: createRedactor(), rest: () => Promise.resolve() })
  const observer = new StreamObserver(
    { meter, rawFrames, story: new StreamStory(), note: () => undefined },
    clock
  )
  let truth = clock.wall()
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      for (let part = 0; part < 10; part += 1) {
        clock.advance(100)
        truth += 100
        const sent = truth + ahead - way
        observer.frame(new Uint8Array(2), false, clock.monotonic())
        observer.updateTime(Math.floor(sent / 1000), (sent % 1000) * 1e6, clock.monotonic())
      }
      meter.take(clock.monotonic())
    }
  }
  const offBy = () => observer.serviceNow()! - (truth + ahead - way)
  pass(10)
  expect(offBy()).toBe(0)
  clock.setForward(8 * 3_600_000)
  truth += 8 * 3_600_000
  pass(1)
  expect(offBy()).toBe(0)
  // Accepted after a few seconds.
  clock.setForward(600_000)
  pass(10)
  expect(offBy()).toBe(0)
  clock.setForward(-900_000)
  pass(10)
  expect(offBy()).toBe(0)
})
