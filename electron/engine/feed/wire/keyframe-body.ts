import { gunzipSync, gzipSync } from 'node:zlib'
import type { SavedMarkets } from '../../market/saved-markets'
import { formatMarkets, readMarkets } from '../../recording/replay/saved-hub'

/** A market of 50,000 levels a side takes three megabytes. */
const maxBodyBytes = 32 * 1024 * 1024
/** Of one market, with price and amount of each level. */
const maxBodyValues = 1_000_000
/** Speed matters more than size within a desk's network. */
const level = 1

/** Of the market with this index alone. */
export function formatBody(saved: SavedMarkets, index: number): Buffer {
  const markets = saved.markets.slice(index, index + 1)
  return gzipSync(formatMarkets({ ...saved, markets }), { level })
}

/** All markets of a round; null if a body is damaged or of another version. */
export function readBodies(bodies: readonly Uint8Array[]): SavedMarkets | null {
  const all: SavedMarkets[] = []
  for (const body of bodies) {
    const saved = readBody(body)
    if (!saved) return null
    all.push(saved)
  }
  const [first] = all
  return first ? { ...first, markets: all.flatMap(({ markets }) => markets) } : null
}

function readBody(body: Uint8Array): SavedMarkets | null {
  try {
    const saved = readMarkets(gunzipSync(body, { maxOutputLength: maxBodyBytes }), maxBodyValues)
    return saved?.markets.length === 1 ? saved : null
  } catch {
    return null
  }
}
