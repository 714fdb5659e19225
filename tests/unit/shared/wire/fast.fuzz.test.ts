import { expect, test } from 'vitest'
import { Comparison, fuzz, fuzzFrame, sandboxFeed } from './fuzz'

const shown = (frame: Uint8Array) => JSON.stringify(new TextDecoder().decode(frame))

/** More in `npm run soak -- fuzz`. */
test('matches JSON.parse and the decoder', () => {
  const outcome = fuzz({ seed: 1, frames: 24_000 })
  expect(outcome.mismatches.map(({ index, why, frame }) => `${index}: ${why}: ${shown(frame)}`)).toEqual([])
  expect(outcome.canonicalFast).toBe(outcome.canonical)
  expect(outcome.canonical).toBeGreaterThan(2000)
  expect(outcome.mutatedFast).toBeGreaterThan(2000)
  expect(outcome.mutatedMarket).toBeGreaterThan(outcome.mutatedFast + 800)
})

test('reads everything that the sandbox publishes', () => {
  const { markets, frames } = sandboxFeed(7, 5000)
  const comparison = new Comparison(markets)
  for (const frame of frames) {
    expect(comparison.compare(frame), shown(frame)).toEqual({ fast: true, market: true, why: null })
  }
})

test('reproduces a frame by number', () => {
  fuzz({ seed: 5, frames: 40 })
  expect(fuzzFrame(5, 123)).toEqual(fuzzFrame(5, 123))
  expect(fuzzFrame(5, 123)).not.toEqual(fuzzFrame(5, 124))
})
