import type { Decimal } from '../../base/decimal'
import { addToSum, isSumFull, type CommonScale } from '../exact'
import { isBuy, isSell } from '../tape'
import { candleFrom, type Candle } from './candle'
import type { CandleRows } from './candle-rows'
import { CandleSlots } from './candle-slots'
import { copyRow } from './copy-row'
import { fold } from './fold'
import { field, given, stride } from './layout'
import { absorb, readLong, refine, writeLong, type LongCandle } from './long-candle'
import { isShortRow, storeCandle, writeShortRow, type StoredRow } from './stored-row'

const nanosecondsInSecond = 1e9

/** The candles of one interval, without empty ones. */
export class CandleSeries {
  readonly #scales: { readonly price: CommonScale; readonly amount: CommonScale }
  readonly #slots: CandleSlots
  #version = 0
  /** The version at which an older candle last changed. */
  #lateVersion = 0
  #ignored = 0

  constructor(
    readonly seconds: number,
    readonly limit: number,
    scales: { readonly price: CommonScale; readonly amount: CommonScale }
  ) {
    this.#scales = scales
    this.#slots = new CandleSlots(seconds, limit)
  }

  get count(): number {
    return this.#slots.order.count
  }

  get version(): number {
    return this.#version
  }

  /** While this is unchanged, only the newest candle changed. */
  get lateVersion(): number {
    return this.#lateVersion
  }

  /** Trades too old for the kept candles. */
  get ignored(): number {
    return this.#ignored
  }

  /** Oldest first. */
  at(index: number): Candle {
    if (!(index >= 0 && index < this.count)) throw new RangeError(`There is no candle ${index}`)
    const slot = this.#slots.order.at(index)
    return candleFrom(this.#slots.data, slot * stride, this.#slots.longOf(slot))
  }

  /** Merges candles from `from` to `to` (exclusive); null if there are none. */
  fold(from: number, to: number): Candle | null {
    return fold(this.#slots.data, this.#slots.order, from, to, (index) => this.at(index))
  }

  startAt(index: number): number {
    return this.#slots.startAt(index)
  }

  indexFrom(seconds: number): number {
    return this.#slots.indexFrom(seconds)
  }

  read(index: number, rows: CandleRows, max = rows.capacity): number {
    this.#begin(rows)
    const end = Math.min(this.count, index + Math.min(max, rows.capacity))
    for (let next = Math.max(index, 0); next < end; next++) {
      copyRow(this.#slots.data, this.#slots.order.at(next) * stride, rows)
    }
    return rows.count
  }

  /**
   * Reads the candles changed after `version`, the newest if not all fit. Drop those before `startAt(0)` to stay in
   * sync.
   */
  readChanged(version: number, rows: CandleRows): number {
    this.#begin(rows)
    const from = this.#firstChanged(version, rows.capacity)
    for (let index = from; index < this.count; index++) {
      const base = this.#slots.order.at(index) * stride
      if (this.#slots.data[base + field.changed]! > version) copyRow(this.#slots.data, base, rows)
    }
    return rows.count
  }

  /** Hot path: `trade` uses the market's common scales. */
  add(trade: Float64Array, priceScale: number, amountScale: number, inference: number): void {
    const seconds = trade[given.seconds]!
    const isNewest = seconds >= this.#slots.newestStart && seconds < this.#slots.newestEnd
    const base = isNewest ? this.#slots.newestBase : this.#baseOf(seconds)
    if (base < 0) return
    const data = this.#slots.data
    const at = (seconds - data[base + field.start]!) * nanosecondsInSecond + trade[given.nanoseconds]!
    const price = trade[given.price]!
    if (data[base + field.trades] === 0) {
      data[base + field.priceScale] = priceScale
      data[base + field.amountScale] = amountScale
      data[base + field.openAt] = at
      data[base + field.closeAt] = at
      data[base + field.open] = price
      data[base + field.high] = price
      data[base + field.low] = price
      data[base + field.close] = price
    } else if (
      data[base + field.priceScale] !== priceScale ||
      data[base + field.amountScale] !== amountScale
    ) {
      const amount = { units: BigInt(trade[given.amount]!), scale: amountScale }
      this.#addLong(base, at, { units: BigInt(price), scale: priceScale }, amount, inference)
      this.#touch(base, trade[given.version]!)
      return
    } else {
      if (at < data[base + field.openAt]!) {
        data[base + field.openAt] = at
        data[base + field.open] = price
      }
      // With equal times the later arrival wins.
      if (at >= data[base + field.closeAt]!) {
        data[base + field.closeAt] = at
        data[base + field.close] = price
      }
      if (price > data[base + field.high]!) data[base + field.high] = price
      if (price < data[base + field.low]!) data[base + field.low] = price
    }
    const amount = trade[given.amount]!
    addToSum(data, base + field.volume, 0, amount)
    if (isBuy(inference)) addToSum(data, base + field.buys, 0, amount)
    else if (isSell(inference)) addToSum(data, base + field.sells, 0, amount)
    addToSum(data, base + field.notional, trade[given.notional]!, trade[given.notional + 1]!)
    data[base + field.trades]! += 1
    if (isSumFull(data, base + field.volume) || isSumFull(data, base + field.notional)) this.#lengthen(base)
    this.#touch(base, trade[given.version]!)
  }

  addExact(
    seconds: number,
    nanoseconds: number,
    price: Decimal,
    amount: Decimal,
    inference: number,
    version: number
  ): void {
    const base = this.#baseOf(seconds)
    if (base < 0) return
    const at = (seconds - this.#slots.data[base + field.start]!) * nanosecondsInSecond + nanoseconds
    this.#addLong(base, at, price, amount, inference)
    this.#touch(base, version)
  }

  /** Merges a candle of an earlier session, at the market's common scales. False if they or the numbers are others. */
  mergeShort(row: StoredRow, version: number): boolean {
    if (row[4] !== this.#scales.price.scale || row[5] !== this.#scales.amount.scale) return false
    if (!isShortRow(row)) return false
    const base = this.#baseOf(row[0])
    if (base < 0) return true
    const { data } = this.#slots
    if (data[base + field.trades] !== 0) return false
    writeShortRow(data, base, row)
    this.#touch(base, version)
    return true
  }

  /** Merges a candle of an earlier session. */
  merge(
    start: number,
    openAt: number,
    closeAt: number,
    trades: number,
    earlier: LongCandle,
    version: number
  ): void {
    const base = this.#baseOf(start)
    if (base < 0) return
    this.#combine(base, openAt, closeAt, trades, earlier, false)
    this.#touch(base, version)
  }

  /** The newest candles in the file format. */
  toStored(max: number): StoredRow[] {
    const { data, order, long } = this.#slots
    const first = Math.max(this.count - max, 0)
    return Array.from({ length: this.count - first }, (_, index) => {
      const slot = order.at(first + index)
      return storeCandle(data, slot * stride, long.get(slot))
    })
  }

  #addLong(base: number, at: number, price: Decimal, amount: Decimal, inference: number): void {
    this.#combine(
      base,
      at,
      at,
      1,
      {
        priceScale: price.scale,
        amountScale: amount.scale,
        open: price.units,
        high: price.units,
        low: price.units,
        close: price.units,
        volume: amount.units,
        buys: isBuy(inference) ? amount.units : 0n,
        sells: isSell(inference) ? amount.units : 0n,
        notional: price.units * amount.units
      },
      true
    )
  }

  #combine(
    base: number,
    openAt: number,
    closeAt: number,
    trades: number,
    more: LongCandle,
    isLater: boolean
  ): void {
    const data = this.#slots.data
    const slot = base / stride
    let candle = more
    const isFirst = data[base + field.trades] === 0
    const opens = isFirst || openAt < data[base + field.openAt]!
    const closes = isFirst || closeAt > data[base + field.closeAt]!
    const winsOpen = opens || (!isLater && openAt === data[base + field.openAt])
    const winsClose = closes || (isLater && closeAt === data[base + field.closeAt])
    if (!isFirst) {
      candle = this.#slots.longOf(slot)
      absorb(candle, more)
      if (winsOpen) candle.open = more.open
      if (winsClose) candle.close = more.close
    } else {
      refine(candle, this.#scales.price.scale, this.#scales.amount.scale)
    }
    if (winsOpen) data[base + field.openAt] = openAt
    if (winsClose) data[base + field.closeAt] = closeAt
    data[base + field.trades]! += trades
    if (writeLong(data, base, candle)) this.#slots.long.delete(slot)
    else this.#slots.long.set(slot, candle)
  }

  #lengthen(base: number): void {
    const candle = readLong(this.#slots.data, base)
    writeLong(this.#slots.data, base, candle)
    this.#slots.long.set(base / stride, candle)
  }

  #begin(rows: CandleRows): void {
    rows.count = 0
    rows.version = this.#version
    rows.priceScale = this.#scales.price.scale
    rows.amountScale = this.#scales.amount.scale
  }

  #firstChanged(version: number, max: number): number {
    const mayBeAnywhere = version < this.#lateVersion
    let found = this.count
    let changed = 0
    for (let index = this.count - 1; index >= 0 && changed < max; index--) {
      const isChanged = this.#slots.data[this.#slots.order.at(index) * stride + field.changed]! > version
      if (isChanged) {
        found = index
        changed += 1
      } else if (!mayBeAnywhere) break
    }
    return found
  }

  #touch(base: number, version: number): void {
    this.#slots.data[base + field.changed] = version
    this.#version = version
    if (base !== this.#slots.newestBase) this.#lateVersion = version
  }

  #baseOf(seconds: number): number {
    const base = this.#slots.baseOf(seconds)
    if (base < 0) this.#ignored += 1
    return base
  }
}
