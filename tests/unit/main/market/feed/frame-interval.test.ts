import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameInterval } from '#main/market/feed/frame-interval'
import { frameRates } from '#shared/contract/app/settings'

const rates = fc.constantFrom(...frameRates)

test('saves power in the background and on battery, but never draws more often than chosen', () => {
  fc.assert(
    fc.property(rates, fc.boolean(), fc.boolean(), (frameRate, battery, background) => {
      const chosen = frameInterval({ frameRate, lowerFrameRate: false }, { battery, background })
      const saving = frameInterval({ frameRate, lowerFrameRate: true }, { battery, background })
      expect(chosen).toBe(frameRate === 'full' ? 0 : 1000 / frameRate)
      expect(saving).toBeGreaterThanOrEqual(chosen)
      const causes = Number(battery) + Number(background)
      if (causes === 0) expect(saving).toBe(chosen)
      if (causes === 1) expect(saving).toBe(Math.max(chosen, 1000 / 30))
      if (causes === 2) expect(saving).toBe(Math.max(chosen, 1000 / 15))
    })
  )
})
