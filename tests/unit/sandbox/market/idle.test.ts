import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exchange } from '#sandbox/market/exchange'
import { Unread } from '#sandbox/stream/unread'
import { ManualClock } from '../manual-clock'

test('publishes exactly while it runs and is not idle', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('pause', 'resume', 'idle', 'wake'), { maxLength: 12 }), (steps) => {
      const clock = new ManualClock()
      const exchange = new Exchange({ clock, seed: 1, rate: 100 })
      let published = 0
      exchange.onBatch((messages) => (published += messages.length))
      let [running, idle] = [false, false]
      for (const step of steps) {
        if (step === 'pause') exchange.pause()
        else if (step === 'resume') exchange.resume()
        else exchange.setIdle(step === 'idle')
        running = step === 'resume' || (running && step !== 'pause')
        idle = step === 'idle' || (idle && step !== 'wake')
        published = 0
        clock.advance(1000)
        expect(published > 0).toBe(running && !idle)
        expect(exchange.running).toBe(running)
        expect(clock.waiting).toBe(running && !idle ? 1 : 0)
      }
      exchange.dispose()
    })
  )
})

test('is unread once no stream has been open for a minute, not during a reconnection', () => {
  const clock = new ManualClock()
  const reports: boolean[] = []
  const unread = new Unread(clock, (one) => reports.push(one))
  unread.changed(1)
  unread.changed(0)
  clock.advance(59_000)
  unread.changed(1)
  clock.advance(120_000)
  expect(reports).toEqual([false, false])
  unread.changed(0)
  clock.advance(60_000)
  expect(reports).toEqual([false, false, true])
  unread.changed(1)
  expect(reports.at(-1)).toBe(false)
  unread.changed(0)
  unread.dispose()
  unread.changed(0)
  expect(clock.waiting).toBe(0)
})
