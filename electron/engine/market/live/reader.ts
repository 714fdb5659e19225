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

/** How many frames were read in which way, since the reader was made. */
interface ReaderCounts {
  /** Market messages that the scanner took. */
  fast: number
  /** Market messages that needed JSON.parse and the decoder; those of `exact` are among them. */
  fallback: number
  /** Market messages with numbers too long to be packed. */
  exact: number
  control: number
  unknownChannel: number
  unknownType: number
  unknownBookType: number
  malformed: number
  /** Binary frames, which the service never sends; each is counted by what was in it as well. */
  binary: number
  /** Market messages of markets that nobody registered; neither `fast` nor `fallback` counts them. */
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
/** A book of 50,000 levels on each side. */
const maxFrameValues = 400_000

/**
 * From the bytes of a frame to the hub. The usual frame is scanned as it is; everything else goes through JSON.parse
 * and the decoder, which understand all that the service may ever write, and gives the same message.
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

  /** The newest last. */
  get lastUnrecognized(): readonly UnrecognizedFrame[] {
    return this.#unrecognized
  }

  /** The number that the market has in packed messages; the same name keeps its number. */
  register(market: string): number {
    this.#registered.add(market)
    return this.#scanner.register(market)
  }

  nameOf(market: number): string {
    return this.#scanner.nameOf(market)
  }

  /** Never throws for what is in the frame. `at` is monotonic milliseconds, `bytes` are not kept. */
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
      // A frame that was cut off is the usual fault, and JSON.parse takes long to refuse it.
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

  /** A market that nobody registered was left a moment ago, or was never asked for: there is nothing to keep. */
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
