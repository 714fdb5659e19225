import { packMessage } from '#shared/domain/market/pack'
import type { MarketMessage } from '#shared/domain/market/messages'
import { PackedMessage } from '#shared/domain/market/packed'
import { parseJson } from '#shared/wire/parse-json'
import { Scanner } from '#shared/wire/fast/scanner'
import {
  decodeStreamMessage,
  type UnrecognizedMessage,
  type UnrecognizedReason
} from '#shared/wire/stream-decoder'
import type { MarketSink } from '../types'
import { marketsIn, mayBeBook } from './reader-garbled'
import type { Read } from '../../connection/stream/types'

/** Frames by how they were read. */
interface ReaderCounts {
  /** Read by the scanner. */
  fast: number
  /** Read by JSON.parse and the decoder, including `exact`. */
  fallback: number
  /** Numbers too long to be packed. */
  exact: number
  control: number
  unknownChannel: number
  unknownType: number
  unknownBookType: number
  malformed: number
  /** Binary frames, which are also counted by content. */
  binary: number
  /** Messages of unregistered markets, in neither `fast` nor `fallback`. */
  unregistered: number
}

interface UnrecognizedFrame {
  readonly reason: UnrecognizedReason
  readonly market: string | null
  readonly detail: string
  /** Monotonic milliseconds. */
  readonly at: number
}

const maxUnrecognized = 20
/** A book of 50,000 levels per side. */
const maxFrameValues = 400_000

/**
 * Delivers frames to the hub. Usual frames are scanned; all others go through JSON.parse and the decoder, with the
 * same result.
 */
export class FrameReader {
  readonly counts: ReaderCounts = {
    fast: 0,
    fallback: 0,
    exact: 0,
    control: 0,
    unknownChannel: 0,
    unknownType: 0,
    unknownBookType: 0,
    malformed: 0,
    binary: 0,
    unregistered: 0
  }
  readonly #sink: MarketSink
  readonly #scanner = new Scanner()
  readonly #packed = new PackedMessage()
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true })
  readonly #unrecognized: UnrecognizedFrame[] = []
  readonly #registered = new Set<string>()

  constructor(sink: MarketSink) {
    this.#sink = sink
  }

  /** Newest last. */
  get lastUnrecognized(): readonly UnrecognizedFrame[] {
    return this.#unrecognized
  }

  /** The market's number in packed messages. */
  register(market: string): number {
    this.#registered.add(market)
    return this.#scanner.register(market)
  }

  nameOf(market: number): string {
    return this.#scanner.nameOf(market)
  }

  /** Never throws. `at` is monotonic; `bytes` are not kept. */
  read(bytes: Uint8Array, binary: boolean, at: number): Read {
    if (binary) this.counts.binary += 1
    if (!this.#scanner.scan(bytes, this.#packed)) return this.#readSlowly(bytes, at)
    this.counts.fast += 1
    this.#sink.packed(this.#packed, at)
    return 'market'
  }

  #readSlowly(bytes: Uint8Array, at: number): Read {
    let value: unknown
    try {
      const text = this.#utf8.decode(bytes)
      // Truncated frames are common, and JSON.parse is slow to refuse them.
      if (isCut(text)) return this.#unreadable(bytes, at)
      value = parseJson(text, { values: maxFrameValues })
    } catch {
      return this.#unreadable(bytes, at)
    }
    const message = decodeStreamMessage(value)
    switch (message.kind) {
      case 'book':
      case 'execution':
        return this.#takeMarket(message, at)
      case 'unrecognized':
        return this.#takeUnrecognized(message, at)
      default:
        this.counts.control += 1
        return message
    }
  }

  /** Messages of unregistered markets are dropped. */
  #takeMarket(message: MarketMessage, at: number): Read {
    const market = this.#scanner.numberOf(message.market)
    if (market === undefined) {
      this.counts.unregistered += 1
      return 'market'
    }
    this.counts.fallback += 1
    if (packMessage(message, market, this.#packed)) this.#sink.packed(this.#packed, at)
    else {
      this.counts.exact += 1
      this.#sink.exact(message, at)
    }
    return 'market'
  }

  #takeUnrecognized(message: UnrecognizedMessage, at: number): Read {
    const { reason, market, otherMarket, detail } = message
    this.#count(reason)
    this.#remember({ reason, market, detail, at })
    if (reason === 'malformed') this.#garbled([market, otherMarket])
    return 'unrecognized'
  }

  #unreadable(bytes: Uint8Array, at: number): Read {
    const markets = marketsIn(bytes)
    this.counts.malformed += 1
    this.#remember({ reason: 'malformed', market: markets[0] ?? null, detail: 'no JSON', at })
    this.#garbled(markets.length === 0 && mayBeBook(bytes) ? [...this.#registered] : markets)
    return 'unrecognized'
  }

  #garbled(markets: readonly (string | null)[]): void {
    for (const market of markets) {
      if (market !== null && this.#scanner.numberOf(market) !== undefined) this.#sink.garbled(market)
    }
  }

  #count(reason: UnrecognizedReason): void {
    if (reason === 'unknown-channel') this.counts.unknownChannel += 1
    else if (reason === 'unknown-type') this.counts.unknownType += 1
    else if (reason === 'unknown-book-type') this.counts.unknownBookType += 1
    else this.counts.malformed += 1
  }

  #remember(unrecognized: UnrecognizedFrame): void {
    this.#unrecognized.push(unrecognized)
    if (this.#unrecognized.length > maxUnrecognized) this.#unrecognized.shift()
  }
}

const isCut = (text: string) => text.startsWith('{') && !text.trimEnd().endsWith('}')
