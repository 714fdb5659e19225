import type { VolumeProfile } from '#shared/contract/market/volume-profile'
import { parseDecimal } from '#shared/domain/base/decimal'
import { PriceVolumes } from '#shared/domain/market/profile/price-volumes'
import { SidedVolumes } from '#shared/domain/market/profile/sided-volumes'
import type { TapeTrade, TapeTrades } from '../../../lib/markets'

/** The volume traded at each price in a time, by parts of it: from the recording, with the trades since. */
export class ProfileData {
  readonly total = new PriceVolumes()
  /** Of `total`. */
  version = 0
  readonly #parts = new Map<number, SidedVolumes>()
  #next: number
  #shown: { readonly from: number; readonly to: number } = { from: Infinity, to: -Infinity }

  constructor(
    private readonly profile: VolumeProfile,
    /** Exclusive, in seconds; null for everything since. */
    private readonly to: number | null
  ) {
    const { starts, prices, amounts, priceScale, amountScale, sides } = profile
    starts.forEach((start, row) =>
      this.#partAt(start).addFigures(
        { units: prices[row]!, scale: priceScale },
        {
          total: { units: amounts[row]!, scale: amountScale },
          buys: sides?.buys[row] ?? 0n,
          sells: sides?.sells[row] ?? 0n,
          rated: sides?.rated[row] ?? 0n,
          confidence: sides?.confidence[row] ?? 0n
        }
      )
    )
    this.#next = profile.number
  }

  /** Of `total`, in seconds. */
  get from(): number {
    return Math.max(this.profile.from, this.#shown.from)
  }

  /** Longer than what was asked for if that was too many rows. */
  get step(): number | null {
    return this.profile.step
  }

  part(start: number): SidedVolumes | null {
    return this.#parts.get(start) ?? null
  }

  get spans(): Float64Array {
    return this.profile.spans
  }

  /** Adds the trades that are new. False if some were skipped, so that it has to be read again. */
  follow({ rows }: Pick<TapeTrades, 'rows'>): boolean {
    const fresh = rows
      .filter(({ number }) => number >= this.#next)
      .sort((one, other) => one.number - other.number)
    if (fresh.length > 0 && fresh[0]!.number !== this.#next) return false
    if (fresh.length > 0 && fresh.at(-1)!.number - this.#next >= fresh.length) return false
    for (const trade of fresh) this.#take(trade)
    this.#next += fresh.length
    return true
  }

  /** Makes `total` that of a time; parts that enter or leave it are added or taken away. */
  show(from: number, to: number): void {
    const before = this.#shown
    this.#shown = { from, to }
    for (const [start, { total }] of this.#parts) {
      const was = start >= before.from && start < before.to
      const is = this.#isShown(start)
      if (was === is) continue
      this.total.addAll(total, is ? 1n : -1n)
      this.version += 1
    }
  }

  #isShown(start: number): boolean {
    return start >= this.#shown.from && start < this.#shown.to
  }

  #take({ seconds, price, amount, aggressor, confidence }: TapeTrade): void {
    if (seconds < this.profile.from || (this.to !== null && seconds >= this.to)) return
    const { step } = this.profile
    const start = step === null ? this.profile.from : Math.floor(seconds / step) * step
    const [at, size] = [parseDecimal(price), parseDecimal(amount)]
    if (!at || !size) return
    this.#partAt(start).add({ price: at, amount: size, aggressor, confidence })
    if (!this.#isShown(start)) return
    this.total.add(at, size)
    this.version += 1
  }

  #partAt(start: number): SidedVolumes {
    let part = this.#parts.get(start)
    if (!part) this.#parts.set(start, (part = new SidedVolumes(this.profile.sides !== null)))
    return part
  }
}
