import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exchange } from '#sandbox/market/exchange'
import { ManualClock } from '../manual-clock'

test('publishes exactly while it runs and does not rest', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('pause', 'resume', 'rest', 'wake'), { maxLength: 12 }), (steps) => {
      const clock = new ManualClock()
      const exchange = new Exchange({ clock, seed: 1, rate: 100 })
      let published = 0
      exchange.onBatch((messages) => (published += messages.length))
      let [running, resting] = [false, false]
      for (const step of steps) {
        if (step === 'pause') exchange.pause()
        else if (step === 'resume') exchange.resume()
        else exchange.rest(step === 'rest')
        running = step === 'resume' || (running && step !== 'pause')
        resting = step === 'rest' || (resting && step !== 'wake')
        published = 0
        clock.advance(1000)
        expect(published > 0).toBe(running && !resting)
        expect(exchange.running).toBe(running)
        expect(clock.waiting).toBe(running && !resting ? 1 : 0)
      }
      exchange.dispose()
    })
  )
})
