import type { AddressFilterName, PastedValues } from '#shared/contract/records/addresses/index'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '#renderer/lib/client'
import type { Desk } from '#renderer/lib/desk'

/** The text and its parsed values. */
export class ValuesDraft {
  text = $state('')
  parsed = $state.raw<PastedValues | null>(null)
  problem = $state<string | null>(null)
  #read: string | null = null
  #reading: Promise<void> | null = null

  constructor(
    private readonly desk: Desk,
    private readonly filter: AddressFilterName,
    values: readonly string[]
  ) {
    this.text = values.map(quoted).join('\n')
    if (values.length > 0) void this.read()
  }

  read(): Promise<void> {
    this.#reading ??= this.#toEnd().finally(() => (this.#reading = null))
    return this.#reading
  }

  async #toEnd(): Promise<void> {
    while (this.#read !== this.text) {
      const { text } = this
      try {
        const { parse } = this.desk.bridge.call.addresses
        this.parsed = text.trim() === '' ? null : await valueOf(parse({ filter: this.filter, text }))
        this.problem = null
      } catch (thrown) {
        this.parsed = null
        this.problem = toProblem(thrown).sentence
      }
      this.#read = text
    }
  }
}

/** Keeps spaces and commas. */
const quoted = (value: string) => (/[\s,;"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
