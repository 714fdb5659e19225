import type { MarketMessage } from '../market/messages'
import { headerLength, textFrame, writeHeader } from './frames'
import { keyOf, writeMessage } from './writing'

interface Part {
  readonly key: string
  readonly start: number
  readonly end: number
}

/**
 * The frames of one batch, created once and only if read. Connections with all channels share the bytes; others get a
 * copied selection, which is cheaper than many small writes.
 */
export class Publication {
  readonly #bytes: Buffer
  readonly #parts: readonly Part[]
  // Clients with the same channels share a selection.
  readonly #selections = new Map<string, Buffer | null>()

  constructor(messages: readonly MarketMessage[], wanted: (key: string) => boolean) {
    const texts: string[] = []
    const keys: string[] = []
    let size = 0
    for (const message of messages) {
      const key = keyOf(message)
      if (!wanted(key)) continue
      const text = writeMessage(message)
      texts.push(text)
      keys.push(key)
      size += headerLength(text.length) + text.length
    }
    this.#bytes = Buffer.allocUnsafe(size)
    let offset = 0
    this.#parts = texts.map((text, index) => {
      const start = offset
      offset = writeHeader(this.#bytes, offset, textFrame, text.length)
      offset += this.#bytes.write(text, offset, 'latin1')
      return { key: keys[index]!, start, end: offset }
    })
  }

  /** Null if there are none; `name` identifies the set of channels. */
  select(name: string, channels: { has(key: string): boolean }): Buffer | null {
    const known = this.#selections.get(name)
    if (known !== undefined) return known
    const parts = this.#parts.filter(({ key }) => channels.has(key))
    const made = this.#copy(parts)
    this.#selections.set(name, made)
    return made
  }

  #copy(parts: readonly Part[]): Buffer | null {
    if (parts.length === 0) return null
    if (parts.length === this.#parts.length) return this.#bytes
    const size = parts.reduce((sum, { start, end }) => sum + end - start, 0)
    const bytes = Buffer.allocUnsafe(size)
    let offset = 0
    for (const { start, end } of parts) offset += this.#bytes.copy(bytes, offset, start, end)
    return bytes
  }
}
