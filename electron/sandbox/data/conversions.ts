import { formatDecimal } from '#shared/domain/base/decimal'
import { formatTimeShortest } from '#shared/domain/base/time'
import type { ConversionMessage } from '#shared/wire/conversion'
import { profileCount } from './addresses'
import { Draw } from './draw'
import { Ids } from './ids'
import { metadataFor } from './metadata'
import { monthStart, toNanoseconds, type Month } from './months'

const field = 700
const living = 24
const ended = 16
const conversionCount = living + ended

const coins = ['USDG', 'USDP', 'PYUSD', 'USDC'] as const

interface Pair {
  readonly source_asset: string
  readonly target_asset: string
}
type Ending = 'SETTLED' | 'CANCELLED'

/**
 * Live conversions are created at startup and end after seconds to a day, depending on the seed, so that one is
 * always underway; others ended in the last full month. Tests can create and end more.
 */
export class Conversions {
  readonly ids: readonly string[]
  readonly #ids: Ids
  readonly #seed: number
  readonly #anchor: Month
  readonly #startedAt: number
  readonly #made: { readonly pair: Pair; readonly at: number }[] = []
  readonly #ended = new Map<number, { readonly as: Ending; readonly at: number }>()

  /** `startedAt` is in milliseconds since the epoch. */
  constructor(options: { seed: number; anchor: Month; startedAt: number }) {
    this.#seed = options.seed
    this.#anchor = options.anchor
    this.#startedAt = options.startedAt
    this.#ids = new Ids(options.seed)
    this.ids = Array.from({ length: conversionCount }, (_, index) => this.#ids.uuid('conversion', index))
  }

  find(id: string, now: number): ConversionMessage | null {
    const index = this.#indexOf(id)
    return index === null ? null : this.#at(index, now)
  }

  /** It is underway until `end`, or for a day. */
  make(pair: Pair, now: number): string {
    this.#made.push({ pair, at: now })
    return this.#ids.uuid('conversion', conversionCount + this.#made.length - 1)
  }

  /** False if it has ended already, null if unknown. */
  end(id: string, as: Ending, now: number): boolean | null {
    const index = this.#indexOf(id)
    if (index === null) return null
    if (this.#at(index, now).status !== 'CREATED') return false
    this.#ended.set(index, { as, at: now })
    return true
  }

  #indexOf(id: string): number | null {
    const index = this.#ids.find('conversion', id)
    return index !== null && index < conversionCount + this.#made.length ? index : null
  }

  #at(index: number, now: number): ConversionMessage {
    const draw = new Draw(this.#seed, field, index)
    const made = this.#made[index - conversionCount]
    const alive = index < living || made !== undefined
    const seeded = alive
      ? this.#startedAt - draw.between(0, 2000)
      : monthStart(this.#anchor) + draw.between(0, 26 * 86_400_000)
    const created = made?.at ?? seeded
    // Each live one takes 1.5 times as long as the previous one, from 20 s to a day.
    const span = alive ? Math.min(20_000 * 1.5 ** index, 86_400_000) : 600_000
    const start = made?.at ?? (alive ? this.#startedAt : created)
    const ended = this.#ended.get(index)
    const planned = Math.round(start + span * (0.8 + draw.below(400) / 1000))
    const end = ended?.at ?? planned
    const over = now >= end
    const cancelled = ended ? ended.as === 'CANCELLED' : index % 5 === 3
    const fromCoin = draw.chance(50)
    const coin = draw.pick(coins)
    const time = (milliseconds: number) => formatTimeShortest(toNanoseconds(milliseconds))
    const metadata = index % 3 === 0 ? null : metadataFor(draw)
    return {
      id: this.#ids.uuid('conversion', index),
      profile_id: this.#ids.uuid('profile', draw.below(profileCount)),
      amount: formatDecimal({ units: BigInt(draw.between(10_00, 2_000_000_00)), scale: 2 }),
      source_asset: made?.pair.source_asset ?? (fromCoin ? coin : 'USD'),
      target_asset: made?.pair.target_asset ?? (fromCoin ? 'USD' : coin),
      status: over ? (cancelled ? 'CANCELLED' : 'SETTLED') : 'CREATED',
      ...(index % 7 !== 6 && { ref_id: `conv-${draw.next().toString(36)}` }),
      ...(index % 4 === 1 && {
        identity_id: this.#ids.uuid('identity', draw.below(500)),
        account_id: this.#ids.uuid('account', draw.below(500))
      }),
      created_at: time(created),
      updated_at: time(over ? end : created),
      ...(over && (cancelled ? { cancelled_at: time(end) } : { settled_at: time(end) })),
      ...(metadata && { metadata }),
      ...(index % 6 === 2 && { recipient_profile_id: this.#ids.uuid('profile', draw.below(profileCount)) })
    }
  }
}
