import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { Figures } from '#shared/contract/market/market-news'

/** Reused cells, so that a frame allocates only itself. Numbers that doubles cannot hold are added as text. */
export class Cells implements Figures {
  #all: Float64Array
  #exact: Map<number, string> | null = null
  count = 0

  constructor(room: number) {
    this.#all = new Float64Array(room)
  }

  get values(): Float64Array {
    return this.#all.subarray(0, this.count)
  }

  get exact(): ReadonlyMap<number, string> | null {
    return this.#exact
  }

  begin(): void {
    this.count = 0
    this.#exact = null
  }

  put(value: number): void {
    if (this.count === this.#all.length) this.#grow()
    this.#all[this.count] = value
    this.count += 1
  }

  /** Units of a scale; `text` is set if the number has more digits. */
  putDecimal(value: Decimal, scale: number): void {
    const shift = scale - value.scale
    const units = shift >= 0 ? value.units * 10n ** BigInt(shift) : null
    if (units !== null && units <= largest && units >= -largest) return this.put(Number(units))
    this.#exact ??= new Map()
    this.#exact.set(this.count, formatDecimal(value))
    this.put(Number(value.units) * 10 ** shift)
  }

  /** With a scale of its own, or empty. */
  putScaled(value: Decimal | null, scales: Uint8Array): void {
    const scale = Math.min(value?.scale ?? 0, maxScale)
    scales[this.count] = scale
    if (value) this.putDecimal(value, scale)
    else this.put(NaN)
  }

  #grow(): void {
    const larger = new Float64Array(Math.max(16, this.#all.length * 2))
    larger.set(this.#all)
    this.#all = larger
  }
}

const maxScale = 255
const largest = BigInt(Number.MAX_SAFE_INTEGER)
