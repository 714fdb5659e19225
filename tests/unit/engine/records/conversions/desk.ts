import { setImmediate as turn } from 'node:timers/promises'
import { Conversions, type ConversionChange } from '#engine/records/conversions/index'
import { ConversionFile } from '#engine/records/conversions/conversion-file'
import type { QuoteFound } from '#engine/market/quotes/index'
import { fail } from '#shared/domain/base/problem'
import { decodeConversion, type Conversion } from '#shared/wire/conversion-decoder'
import type { Raw } from '#shared/wire/record-reader'
import { HandClock } from '../../hand-clock'
import { memoryStore } from '../../memory-store'

export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export const created = '2026-10-05T12:00:00.25Z'

export const message = (number: number, more: Raw = {}): Raw => ({
  id: idOf(number),
  profile_id: 'treasury',
  amount: '1000000.10',
  source_asset: 'USDG',
  target_asset: 'USD',
  status: 'CREATED',
  created_at: created,
  updated_at: created,
  ...more
})
export const settled = { status: 'SETTLED', settled_at: '2026-10-05T12:02:03.5Z' }
export const conversion = (number: number, more?: Raw): Conversion => decodeConversion(message(number, more))

/** Controls the service and time. */
export class ConversionBench {
  readonly clock = new HandClock()
  readonly noticed: ConversionChange[] = []
  readonly quotesAsked: (readonly [string, string, number])[] = []
  /** Milliseconds since the start. */
  readonly asked: { readonly id: string; readonly at: number }[] = []
  readonly conversions: Conversions
  readonly file: ConversionFile
  answer: (id: string) => Raw | Promise<Raw> = (id) => message(Number(id.slice(-12)))
  quote: QuoteFound = { recorded: false, sentence: 'Not recorded.', standing: 'lasting' }
  markets: string[] = []
  held = 0
  serviceNow: number | null = null
  underWay = 0
  maxInFlight = 0
  changes = 0

  constructor(file?: ConversionFile, random: () => number = () => 1) {
    const { clock } = this
    this.file = file ?? new ConversionFile(memoryStore({ profiles: {}, last: null }))
    this.conversions = new Conversions({
      clock,
      random,
      serviceNow: () => this.serviceNow,
      file: this.file,
      markets: () => this.markets,
      quotes: async (...wanted) => {
        this.quotesAsked.push(wanted)
        return this.quote
      },
      changed: () => (this.changes += 1),
      noticed: (change) => this.noticed.push(change)
    })
  }

  connect(profileId = 'desk'): this {
    this.conversions.use(profileId, { read: (id) => this.#read(id), held: () => this.held }, null)
    return this
  }

  disconnect(profileId: string | null = null): void {
    this.conversions.use(profileId, null, 'Not connected.')
  }

  /** Requests are answered meanwhile. */
  async pass(milliseconds: number, step = 50): Promise<void> {
    for (let left = milliseconds; left > 0; left -= step) {
      this.clock.advance(Math.min(step, left))
      await this.answered()
    }
  }

  async answered(): Promise<void> {
    for (let count = 0; count < 3; count += 1) await turn()
  }

  get rows() {
    return this.conversions.state.rows
  }

  row(number: number) {
    return this.rows.find(({ id }) => id === idOf(number))
  }

  async #read(id: string): Promise<Conversion> {
    this.asked.push({ id, at: this.clock.monotonic() })
    this.underWay += 1
    this.maxInFlight = Math.max(this.maxInFlight, this.underWay)
    try {
      await turn()
      return decodeConversion(await this.answer(id))
    } finally {
      this.underWay -= 1
    }
  }
}

export const refuse = (code: string, retryable = false) => {
  throw fail(code, `Refused: ${code}.`, { retryable })
}
