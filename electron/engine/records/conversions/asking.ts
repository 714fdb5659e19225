import { conversionText } from '#shared/messages/conversions'
import { fail } from '#shared/domain/base/problem'
import type { Conversion } from '#shared/wire/conversion-decoder'
import type { Rest } from '../../connection/rest'

export type ReadConversion = Rest['conversions']['read']

/** Concurrent requests for all callers. */
export const maxAtOnce = 4

/** Reads conversions of one connection, a few at a time; concurrent requests for the same ID are shared. */
export class Asking {
  readonly #stop = new AbortController()
  readonly #asked = new Map<string, Promise<Conversion>>()
  readonly #waiting: (() => void)[] = []
  #free = maxAtOnce

  constructor(private readonly read: ReadConversion) {}

  ask(id: string): Promise<Conversion> {
    const known = this.#asked.get(id)
    if (known) return known
    const asked = this.#inTurn(id).finally(() => this.#asked.delete(id))
    this.#asked.set(id, asked)
    return asked
  }

  /** The connection ended: cancels everything. */
  dispose(): void {
    this.#stop.abort()
  }

  async #inTurn(id: string): Promise<Conversion> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((go) => this.#waiting.push(go))
    const { signal } = this.#stop
    try {
      if (signal.aborted) throw ended()
      const conversion = await this.read(id, { signal })
      // Discards answers of an ended connection.
      if (signal.aborted) throw ended()
      return conversion
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

const ended = () => fail('conversions.disconnected', conversionText.connection.ended, { retryable: true })
