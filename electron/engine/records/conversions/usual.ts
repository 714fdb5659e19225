import type { UsualDuration } from '#shared/contract/records/conversions'
import { nanosecondsInMillisecond, type Nanoseconds } from '#shared/domain/base/time'
import type { Conversion } from '#shared/wire/conversion-decoder'
import { decoded } from './shown'
import type { StoredConversion } from './stored'
import { durationInWords } from './timeline'

const minSettled = 20
const percent = 95

const pairOf = ({ sourceAsset, targetAsset }: Conversion) => JSON.stringify([sourceAsset, targetAsset])

interface Settled {
  readonly pair: string
  readonly took: Nanoseconds
}

/** Null while it is underway, after it was cancelled, or if its times are unknown. */
function settledIn(entry: StoredConversion): Settled | null {
  const conversion = decoded(entry)
  const { createdAt, settledAt } = conversion
  const [from, to] = [createdAt?.at ?? null, settledAt?.at ?? null]
  return from === null || to === null || to < from ? null : { pair: pairOf(conversion), took: to - from }
}

/** How long the settled conversions of each pair in a history took. */
export class UsualDurations {
  #entries: readonly StoredConversion[] | null = null
  #byPair: ReadonlyMap<string, UsualDuration> = new Map()
  readonly #settled = new WeakMap<StoredConversion, Settled | { readonly pair: null }>()

  /** Null where fewer than 20 of the pair settled. */
  of(entries: readonly StoredConversion[], conversion: Conversion): UsualDuration | null {
    if (entries !== this.#entries) {
      this.#entries = entries
      this.#byPair = this.#measured(entries)
    }
    return this.#byPair.get(pairOf(conversion)) ?? null
  }

  #measured(entries: readonly StoredConversion[]): ReadonlyMap<string, UsualDuration> {
    const durations = new Map<string, Nanoseconds[]>()
    for (const entry of entries) {
      const settled = this.#settled.get(entry) ?? settledIn(entry) ?? { pair: null }
      this.#settled.set(entry, settled)
      if (settled.pair === null) continue
      const own = durations.get(settled.pair)
      if (own) own.push(settled.took)
      else durations.set(settled.pair, [settled.took])
    }
    return new Map(
      [...durations].flatMap(([pair, own]) =>
        own.length < minSettled ? [] : [[pair, usualOf(own)] as const]
      )
    )
  }
}

/** The time within which at least 95% of them settled. */
function usualOf(durations: Nanoseconds[]): UsualDuration {
  const inOrder = durations.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const took = inOrder[Math.ceil((percent * inOrder.length) / 100) - 1]!
  const milliseconds = (took + nanosecondsInMillisecond - 1n) / nanosecondsInMillisecond
  const words = durationInWords(milliseconds * nanosecondsInMillisecond)
  return { milliseconds: Number(milliseconds), words, of: inOrder.length }
}

/** In milliseconds. */
export const ageAt = (created: Nanoseconds, now: number) =>
  Math.round(now) - Number(created / nanosecondsInMillisecond)

/** How much longer than usual it has been underway; null if it has not. */
export function ageBeyond(conversion: Conversion, usual: UsualDuration | null, now: number): number | null {
  const at = conversion.createdAt?.at ?? null
  if (usual === null || at === null) return null
  const age = ageAt(at, now)
  return age > usual.milliseconds ? age : null
}
