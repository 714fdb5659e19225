import type { ProfileRange, RecordedProfile } from '#shared/contract/market/volume-profile'
import { type sideFigures, SidedVolumes } from '#shared/domain/market/profile/sided-volumes'
import { aggressorOf, unknownConfidence } from '#shared/domain/market/tape/index'
import { splitTime } from '#shared/domain/market/tape/split-time'
import type { TradeRecorder } from '../../market/series'

/** More than a window can draw. */
const maxRows = 50_000

type ProfileRows = Pick<
  RecordedProfile,
  'step' | 'starts' | 'prices' | 'amounts' | 'priceScale' | 'amountScale' | 'sides'
>
type AddedTrade = Parameters<SidedVolumes['add']>[0]

/** Adds up what was traded at each price, by part of the time. */
export class ProfileParts implements TradeRecorder {
  readonly #parts = new Map<number, SidedVolumes>()
  readonly tape: TradeRecorder['tape'] = {
    record: (seconds, _nanoseconds, price, priceScale, amount, amountScale, inference, _ahead, confidence) =>
      this.#add(seconds, {
        price: { units: BigInt(price), scale: priceScale },
        amount: { units: BigInt(amount), scale: amountScale },
        aggressor: aggressorOf(inference),
        confidence: confidence ?? unknownConfidence
      }),
    recordExact: ({ executedAt, price, amount }, inference, _ahead, confidence = unknownConfidence) =>
      this.#add(splitTime(executedAt).seconds, {
        price,
        amount,
        aggressor: aggressorOf(inference),
        confidence
      })
  }
  readonly candles: TradeRecorder['candles'] = { record: () => {}, recordExact: () => {} }

  constructor(private readonly range: ProfileRange) {}

  read(): ProfileRows {
    const { step, parts } = this.#fitting()
    const all = [...parts]
    const priceScale = Math.max(0, ...all.map(([, { total }]) => total.priceScale))
    const amountScale = Math.max(0, ...all.map(([, { total }]) => total.amountScale))
    const rows = all.flatMap(([start, part]) => {
      const { total } = part
      const price = 10n ** BigInt(priceScale - total.priceScale)
      const amount = 10n ** BigInt(amountScale - total.amountScale)
      return Array.from(total.volumes, ([at, volume]) => ({ start, part, at, volume, price, amount }))
    })
    const column = (figure: (typeof sideFigures)[number]) =>
      rows.map(({ part, at, amount }) => {
        const units = part.sides?.[figure].volumes.get(at) ?? 0n
        return figure === 'buys' || figure === 'sells' ? units * amount : units
      })
    return {
      step,
      priceScale,
      amountScale,
      starts: Float64Array.from(rows, ({ start }) => start),
      prices: rows.map(({ at, price }) => at * price),
      amounts: rows.map(({ volume, amount }) => volume * amount),
      sides: this.range.sides
        ? {
            buys: column('buys'),
            sells: column('sells'),
            rated: column('rated'),
            confidence: column('confidence')
          }
        : null
    }
  }

  /** In longer parts if there are too many rows. */
  #fitting(): { readonly step: number | null; readonly parts: ReadonlyMap<number, SidedVolumes> } {
    let { step } = this.range
    let parts: ReadonlyMap<number, SidedVolumes> = this.#parts
    while (step !== null && parts.size > 1 && rowsOf(parts) > maxRows) {
      step *= 2
      parts = inParts(parts, step)
    }
    return { step, parts }
  }

  #add(seconds: number, trade: AddedTrade): void {
    const { from, to, step, sides = false } = this.range
    if (seconds < from || (to !== null && seconds >= to)) return
    const start = step === null ? from : Math.floor(seconds / step) * step
    let volumes = this.#parts.get(start)
    if (!volumes) this.#parts.set(start, (volumes = new SidedVolumes(sides)))
    volumes.add(trade)
  }
}

const rowsOf = (parts: ReadonlyMap<number, SidedVolumes>) =>
  [...parts.values()].reduce((sum, { total }) => sum + total.volumes.size, 0)

function inParts(parts: ReadonlyMap<number, SidedVolumes>, step: number): Map<number, SidedVolumes> {
  const longer = new Map<number, SidedVolumes>()
  for (const [start, volumes] of parts) {
    const at = Math.floor(start / step) * step
    const sum = longer.get(at) ?? new SidedVolumes(volumes.sides !== null)
    sum.addAll(volumes)
    longer.set(at, sum)
  }
  return longer
}
