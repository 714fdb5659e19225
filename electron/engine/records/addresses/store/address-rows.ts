import { nanosecondsInSecond, type Nanoseconds } from '#shared/domain/base/time'
import type { DepositAddress } from '#shared/wire/address-decoder'
import { GrowingNumbers, GrowingWords } from './growing'
import { codesOfLine, maxCells, type Line } from './line'
import { cells, codesOf, fixedCells, recordOf, searchedCells, type Pools } from './row-record'
import type { RowBits } from './row-bits'
import { RowOrder } from './row-order'
import { TextPool, type TextSource } from './text-pool'
import { Uses } from './uses'

export type Added = 'new' | 'changed' | 'known'

/**
 * All loaded addresses of a connection in flat arrays. Row numbers are stable; a changed address gets a new row and
 * its old row is marked as gone.
 */
export class AddressRows implements Pools {
  readonly texts = new TextPool()
  readonly names = new TextPool()
  readonly order: RowOrder
  readonly #cells = new GrowingWords()
  /** The start of each row's cells. */
  readonly #starts = new GrowingWords()
  readonly #seconds = new GrowingNumbers()
  readonly #nanoseconds = new GrowingWords()
  readonly #gone = new GrowingWords()
  /** The replaced row + 1. */
  readonly #before = new GrowingWords()
  /** Row + 1 by ID code. */
  readonly #byId = new GrowingWords()
  readonly #uses = new Uses()
  readonly #lineCodes = new Uint32Array(maxCells)
  #count = 0

  constructor() {
    this.order = new RowOrder((one, other) => this.#compare(one, other))
  }

  /** Including gone rows. */
  get end(): number {
    return this.#starts.length
  }

  /** Without gone rows. */
  get count(): number {
    return this.#count
  }

  /** Rows replaced by a newer version. */
  get gone(): number {
    return this.end - this.#count
  }

  get bytes(): number {
    const columns = [this.#cells, this.#starts, this.#nanoseconds, this.#gone, this.#before, this.#byId]
    const flat = columns.reduce((sum, { bytes }) => sum + bytes, this.#seconds.bytes + this.#uses.bytes)
    return flat + this.texts.bytes + this.names.bytes + this.order.bytes
  }

  add(record: DepositAddress): Added {
    const { at } = record.createdAt
    const fraction =
      at === null ? 0n : ((at % nanosecondsInSecond) + nanosecondsInSecond) % nanosecondsInSecond
    const seconds = at === null ? NaN : Number((at - fraction) / nanosecondsInSecond)
    const codes = codesOf(record, this)
    return this.#add(codes, codes.length, seconds, Number(fraction))
  }

  addLine(source: TextSource, line: Line): Added {
    const count = codesOfLine(source, line, this, this.#lineCodes)
    return this.#add(this.#lineCodes, count, line.seconds, line.nanoseconds)
  }

  isGone(row: number): boolean {
    return this.#gone.at(row) === 1
  }

  /** The row of an earlier version of the same address, or -1. */
  before(row: number): number {
    return this.#before.at(row) - 1
  }

  /** Or -1. */
  rowOf(id: string): number {
    return this.rowOfCode(this.texts.find(id))
  }

  /** @param code of an ID */
  rowOfCode(code: number): number {
    return (code > 0 && code < this.#byId.length ? this.#byId.at(code) : 0) - 1
  }

  cell(row: number, cell: number): number {
    return this.#cells.at(this.#starts.at(row) + cell)
  }

  codes(row: number): number[] {
    const end = row + 1 < this.end ? this.#starts.at(row + 1) : this.#cells.length
    const codes: number[] = []
    for (let index = this.#starts.at(row); index < end; index += 1) codes.push(this.#cells.at(index))
    return codes
  }

  record(row: number): DepositAddress {
    return recordOf(this.codes(row), this.createdAt(row), this)
  }

  /** NaN if unreadable. */
  seconds(row: number): number {
    return this.#seconds.at(row)
  }

  nanoseconds(row: number): number {
    return this.#nanoseconds.at(row)
  }

  createdAt(row: number): Nanoseconds | null {
    const seconds = this.#seconds.at(row)
    if (Number.isNaN(seconds)) return null
    return BigInt(seconds) * nanosecondsInSecond + BigInt(this.#nanoseconds.at(row))
  }

  /** Adds the rows with this text in a searched field. */
  mark(code: number, found: RowBits): void {
    this.#uses.mark(code, found)
  }

  #add(codes: ArrayLike<number>, count: number, seconds: number, nanoseconds: number): Added {
    const id = codes[cells.id]!
    const before = this.rowOfCode(id)
    if (before >= 0 && this.#same(before, codes, count, seconds, nanoseconds)) return 'known'
    const row = this.end
    this.#starts.push(this.#cells.length)
    for (let cell = 0; cell < count; cell += 1) this.#cells.push(codes[cell]!)
    this.#seconds.push(seconds)
    this.#nanoseconds.push(nanoseconds)
    this.#gone.push(0)
    this.#before.push(before + 1)
    if (before >= 0) this.#gone.set(before, 1)
    else this.#count += 1
    this.#byId.set(id, row + 1)
    for (let cell = 0; cell < count; cell += 1) {
      const isSearched = cell < searchedCells || cell >= fixedCells
      if (isSearched && codes[cell]! > 0) this.#uses.add(codes[cell]!, row)
    }
    this.order.add(row)
    return before >= 0 ? 'changed' : 'new'
  }

  #same(row: number, codes: ArrayLike<number>, count: number, seconds: number, nanoseconds: number): boolean {
    const known = this.codes(row)
    return (
      known.length === count &&
      known.every((code, cell) => code === codes[cell]) &&
      Object.is(this.seconds(row), seconds) &&
      this.nanoseconds(row) === nanoseconds
    )
  }

  /** By time, then ID; unreadable times first. */
  #compare(one: number, other: number): number {
    const left = this.#seconds.at(one)
    const right = this.#seconds.at(other)
    if (left !== right) {
      if (Number.isNaN(left)) return Number.isNaN(right) ? this.#compareIds(one, other) : -1
      return Number.isNaN(right) ? 1 : left - right
    }
    const fraction = this.#nanoseconds.at(one) - this.#nanoseconds.at(other)
    return fraction === 0 ? this.#compareIds(one, other) : fraction
  }

  #compareIds(one: number, other: number): number {
    return this.texts.compare(this.cell(one, cells.id), this.cell(other, cells.id)) || one - other
  }
}
