import type { MarketMessage } from '#shared/domain/market/messages'
import { unpackMessage } from '#shared/domain/market/pack'
import { PackedMessage } from '#shared/domain/market/packed'
import { Scanner } from '#shared/wire/fast/scanner'
import { parseJson } from '#shared/wire/parse-json'
import { decodeStreamMessage } from '#shared/wire/stream-decoder'

/** A book of 50,000 levels per side. */
const maxFrameValues = 400_000

/** Reads frames as messages, those of the usual form without a parser. */
export class MessageReader {
  readonly #scanner = new Scanner()
  readonly #packed = new PackedMessage()

  /** The same as `marketMessage`. */
  read(frame: Buffer): MarketMessage | null {
    if (this.#scanner.scan(frame, this.#packed))
      return unpackMessage(this.#packed, this.#scanner.nameOf(this.#packed.market))
    const message = marketMessage(frame)
    if (message) this.#scanner.register(message.market)
    return message
  }
}

/** Null for any frame that is not about a market. */
export function marketMessage(frame: Buffer): MarketMessage | null {
  try {
    const message = decodeStreamMessage(parseJson(frame.toString('utf8'), { values: maxFrameValues }))
    return message.kind === 'book' || message.kind === 'execution' ? message : null
  } catch {
    return null
  }
}
