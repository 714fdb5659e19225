import { FrameReader } from '#engine/market/live/reader'
import { fuzz, sandboxFeed } from '../../unit/shared/wire/fuzz'
import { readFrames } from '../feed/frames'
import type { Load } from './peer'
import { serve } from './serve'

const sandboxFrames = 50_000

/** The share of frames read by the scanner. */
function shareOnFastPath(markets: readonly string[], frames: readonly Uint8Array[]): number {
  const reader = new FrameReader({
    packed: () => undefined,
    exact: () => undefined,
    garbled: () => undefined
  })
  for (const market of markets) reader.register(market)
  for (const frame of frames) reader.read(frame, false, 0)
  return reader.counts.fast / frames.length
}

serve({
  mutate({ seed, from, frames }: { seed: number; from: number; frames: number }) {
    const { mutated, mutatedFast, mutatedMarket, mismatches } = fuzz({ seed, from, frames })
    return {
      mutated,
      mutatedFast,
      mutatedMarket,
      mismatches: mismatches.map(({ index, why }) => `frame ${index} of seed ${seed}: ${why}`)
    }
  },
  shareOfFeed: ({ markets, snapshots, messages }: Load) =>
    shareOnFastPath(markets, [...readFrames(snapshots), ...readFrames(messages)]),
  shareOfSandbox({ seed }: { seed: number }) {
    const { markets, frames } = sandboxFeed(seed, sandboxFrames)
    return shareOnFastPath(markets, frames)
  }
})
