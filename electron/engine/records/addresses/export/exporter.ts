import { addressText } from '#shared/messages/addresses'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { AddressExport } from '#shared/contract/records/addresses/index'
import type { DepositAddress } from '#shared/wire/address-decoder'
import { wireRecord } from '../detail/wire-record'
import { diskReason } from '#engine/base/files/index'
import { writeStreamed } from '../keep/streamed-file'
import { addressLine, csvHeader } from './csv'

export type ExportFormat = 'csv' | 'json'

export interface ExportRequest {
  readonly file: string
  readonly format: ExportFormat
  readonly partial: boolean
  readonly rows: Uint32Array
  readonly record: (row: number) => DepositAddress
  readonly label: (id: string) => string | null
}

/** Yields to searches after this many rows. */
const rowsAtOnce = 500

const text = addressText.export

class Cancelled extends Error {}

/** One export at a time. */
export class Exporter {
  #state: AddressExport | null = null
  #cancelled = false
  #running: Promise<void> | null = null

  constructor(private readonly changed: () => void) {}

  get state(): AddressExport | null {
    return this.#state
  }

  get busy(): boolean {
    return this.#state?.phase === 'running'
  }

  start(request: ExportRequest): void {
    this.#cancelled = false
    const rows = request.rows.length
    this.#update({ file: request.file, phase: 'running', written: 0, rows, sentence: text.running })
    this.#running = this.#run(request)
  }

  cancel(): void {
    this.#cancelled = true
  }

  /** Resolves when no export is running. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #run(request: ExportRequest): Promise<void> {
    const name = path.basename(request.file)
    const rows = request.rows.length
    try {
      await writeStreamed(request.file, this.#pieces(request))
      const addresses = text.done(rows, name)
      const sentence = request.partial ? `${addresses} ${text.partial}` : addresses
      this.#update({ file: request.file, phase: 'done', written: rows, rows, sentence })
    } catch (problem) {
      const written = this.#state?.written ?? 0
      if (problem instanceof Cancelled) {
        this.#update({ file: request.file, phase: 'cancelled', written, rows, sentence: text.cancelled })
      } else {
        const sentence = text.failed(name, diskReason(problem))
        this.#update({ file: request.file, phase: 'failed', written, rows, sentence })
      }
    }
  }

  async *#pieces({ format, rows, record, label }: ExportRequest): AsyncGenerator<string> {
    const csv = format === 'csv'
    yield csv ? csvHeader : '['
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      let piece = ''
      rows.subarray(from, from + rowsAtOnce).forEach((row, index) => {
        const address = record(row)
        const own = label(address.id)
        if (csv) piece += addressLine(address, own)
        else piece += (from + index === 0 ? '\n' : ',\n') + JSON.stringify(exported(address, own))
      })
      yield piece
      if (this.#state) this.#update({ ...this.#state, written: Math.min(from + rowsAtOnce, rows.length) })
      await turn()
      if (this.#cancelled) throw new Cancelled()
    }
    if (!csv) yield '\n]\n'
  }

  #update(state: AddressExport): void {
    this.#state = state
    this.changed()
  }
}

const exported = (record: DepositAddress, label: string | null) =>
  label === null ? wireRecord(record) : { ...wireRecord(record), label }
