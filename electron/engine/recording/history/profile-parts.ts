import type { ProfileRange, RecordedProfile } from '#shared/contract/market/volume-profile'
import type { Decimal } from '#shared/domain/base/decimal'
import { PriceVolumes } from '#shared/domain/market/profile/price-volumes'
import { splitTime } from '#shared/domain/market/tape/split-time'
import type { TradeRecorder } from '../../market/series'

/** More than a window can draw. */
const maxRows = 50_000

/** Adds up what was traded at each price, by part of the time. */
export class ProfileParts implements TradeRecorder {
  readonly #parts = new Map<number, PriceVolumes>()
  readonly tape: TradeRecorder['tape'] = {
    record: (seconds, _nanoseconds, price, priceScale, amount, amountScale) =>
      this.#add(
        seconds,
        { units: BigInt(price), scale: priceScale },
        { units: BigInt(amount), scale: amountScale }
      ),
    recordExact: ({ executedAt, price, amount }) => this.#add(splitTime(executedAt).seconds, price, amount)
  }
  readonly candles: TradeRecorder['candles'] = { record: () => {}, recordExact: () => {} }

  constructor(private readonly range: ProfileRange) {}

  read(): Pick<RecordedProfile, 'step' | 'starts' | 'prices' | 'amounts' | 'priceScale' | 'amountScale'> {
    const { step, parts } = this.#fitting()
    const all = [...parts]
    const priceScale = Math.max(0, ...all.map(([, volumes]) => volumes.priceScale))
    const amountScale = Math.max(0, ...all.map(([, volumes]) => volumes.amountScale))
    const rows = all.flatMap(([start, part]) => {
      const price = 10n ** BigInt(priceScale - part.priceScale)
      const amount = 10n ** BigInt(amountScale - part.amountScale)
      return Array.from(part.volumes, ([at, volume]) => [start, at * price, volume * amount] as const)
    })
    return {
      step,
      priceScale,
      amountScale,
      starts: Float64Array.from(rows, ([start]) => start),
      prices: rows.map(([, price]) => price),
      amounts: rows.map(([, , amount]) => amount)
    }
  }

  /** In longer parts if there are too many rows. */
  #fitting(): { readonly step: number | null; readonly parts: ReadonlyMap<number, PriceVolumes> } {
    let { step } = this.range
    let parts: ReadonlyMap<number, PriceVolumes> = this.#parts
    while (step !== null && parts.size > 1 && rowsOf(parts) > maxRows) {
      step *= 2
      parts = inParts(parts, step)
    }
    return { step, parts }
  }

  #add(seconds: number, price: Decimal, amount: Decimal): void {
    const { from, to, step } = this.range
    if (seconds < from || (to !== null && seconds >= to)) return
    const start = step === null ? from : Math.floor(seconds / step) * step
    let volumes = this.#parts.get(start)
    if (!volumes) this.#parts.set(start, (volumes = new PriceVolumes()))
    volumes.add(price, amount)
  }
}

const rowsOf = (parts: ReadonlyMap<number, PriceVolumes>) =>
  [...parts.values()].reduce((sum, { volumes }) => sum + volumes.size, 0)

function inParts(parts: ReadonlyMap<number, PriceVolumes>, step: number): Map<number, PriceVolumes> {
  const longer = new Map<number, PriceVolumes>()
  for (const [start, volumes] of parts) {
    const at = Math.floor(start / step) * step
    const sum = longer.get(at) ?? new PriceVolumes()
    sum.addAll(volumes)
    longer.set(at, sum)
  }
  return longer
}
