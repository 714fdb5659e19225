import { isDeepStrictEqual } from 'node:util'
import { packMessage } from '#shared/domain/market/pack'
import { sameMessage, unpackMessage } from '../../unpack'
import { nothing, PackedMessage } from '#shared/domain/market/packed'
import { Scanner } from '#shared/wire/fast/scanner'
import { decodeStreamMessage } from '#shared/wire/stream-decoder'
import { canonicalFrame, fuzzMarkets } from './canonical'
import { mutate } from './mutations'
import { FuzzRandom } from './random'

export { type Feed, sandboxFeed } from './feed'

export interface FuzzOptions {
  readonly seed: number
  readonly frames: number
  /** Frames are reproducible by number. */
  readonly from?: number
  readonly progress?: (done: number) => void
}

export interface Mismatch {
  readonly seed: number
  readonly index: number
  readonly why: string
  readonly frame: Uint8Array
}

export interface FuzzOutcome {
  readonly frames: number
  readonly canonical: number
  readonly canonicalFast: number
  readonly mutated: number
  readonly mutatedFast: number
  readonly mutatedMarket: number
  readonly mismatches: readonly Mismatch[]
}

/** One frame in this many is unchanged. */
const canonicalOneIn = 8
const maxMismatches = 20

export function fuzzFrame(seed: number, index: number): { bytes: Uint8Array; canonical: boolean } {
  const random = new FuzzRandom(seed, index)
  const bytes = new TextEncoder().encode(canonicalFrame(random))
  const canonical = random.chance(canonicalOneIn)
  return { bytes: canonical ? bytes : mutate(bytes, random), canonical }
}

/** The scanner may refuse a frame but never disagree. */
export class Comparison {
  readonly #scanner = new Scanner()
  readonly #scanned = new PackedMessage()
  readonly #packed = new PackedMessage()
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true })

  constructor(markets: readonly string[] = fuzzMarkets) {
    for (const market of markets) this.#scanner.register(market)
  }

  /** The error, or how the frame was read. */
  compare(bytes: Uint8Array): { fast: boolean; market: boolean; why: string | null } {
    let fast = false
    try {
      fast = this.#scanner.scan(bytes, this.#scanned)
    } catch (error) {
      return { fast, market: false, why: `the scanner threw ${String(error)}` }
    }
    let parsed: unknown
    try {
      parsed = JSON.parse(this.#utf8.decode(bytes))
    } catch {
      return { fast, market: false, why: fast ? 'the scanner accepted invalid JSON' : null }
    }
    try {
      return this.#judge(fast, parsed)
    } catch (error) {
      return { fast, market: false, why: `it threw ${String(error)}` }
    }
  }

  #judge(fast: boolean, parsed: unknown) {
    const decoded = decodeStreamMessage(parsed)
    const market = decoded.kind === 'book' || decoded.kind === 'execution'
    const said = (why: string | null) => ({ fast, market, why })
    if (!fast) return said(this.#scanned.kind === nothing ? null : 'a refused frame left a message behind')
    if (!market) return said(`the scanner took what the decoder calls ${decoded.kind}`)
    const number = this.#scanner.register(decoded.market)
    if (!sameMessage(unpackMessage(this.#scanned, this.#scanner.nameOf(this.#scanned.market)), decoded)) {
      return said('the scanner read something else than the decoder')
    }
    if (!packMessage(decoded, number, this.#packed)) return said('what the scanner took cannot be packed')
    const same = isDeepStrictEqual(written(this.#scanned), written(this.#packed))
    return said(same ? null : 'scanned and packed messages are not written alike')
  }
}

function written(message: PackedMessage) {
  const entries = Math.max(message.bids + message.asks, message.kind === 2 ? 1 : 0)
  return {
    ...message,
    prices: message.prices.slice(0, entries),
    priceScales: message.priceScales.slice(0, entries),
    amounts: message.amounts.slice(0, entries),
    amountScales: message.amountScales.slice(0, entries)
  }
}

export function fuzz({ seed, frames, from = 0, progress }: FuzzOptions): FuzzOutcome {
  const comparison = new Comparison()
  const outcome = { canonical: 0, canonicalFast: 0, mutated: 0, mutatedFast: 0, mutatedMarket: 0 }
  const mismatches: Mismatch[] = []
  for (let index = from; index < from + frames; index += 1) {
    const { bytes, canonical } = fuzzFrame(seed, index)
    const { fast, market, why } = comparison.compare(bytes)
    if (canonical) {
      outcome.canonical += 1
      if (fast) outcome.canonicalFast += 1
    } else {
      outcome.mutated += 1
      if (fast) outcome.mutatedFast += 1
      if (market) outcome.mutatedMarket += 1
    }
    if (why !== null && mismatches.length < maxMismatches) {
      mismatches.push({ seed, index, why, frame: bytes })
    }
    if ((index + 1) % 50_000 === 0) progress?.(index + 1 - from)
  }
  return { frames, ...outcome, mismatches }
}
