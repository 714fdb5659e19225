import { formatDecimal } from '../../shared/domain/decimal'
import { formatTimeShortest } from '../../shared/domain/time'
import type { ConversionMessage } from '../../shared/wire/conversion'
import { profileCount } from './addresses'
import { Draw } from './draw'
import { Ids } from './ids'
import { metadataFor } from './metadata'
import { monthStart, toNanoseconds, type Month } from './months'

const field = 700
const living = 24
const ended = 16
export const conversionCount = living + ended

const coins = ['USDG', 'USDP', 'PYUSD', 'USDC'] as const

/**
 * The living ones are created as the sandbox starts and end after a while that follows from the seed, from seconds
 * to a day, so that there is always one to watch; the others ended in the last full month.
 */
export class Conversions {
  readonly ids: readonly string[]
  readonly #ids: Ids
  readonly #seed: number
  readonly #anchor: Month
  readonly #startedAt: number

  /** `startedAt` in milliseconds since the epoch. */
  constructor(options: { seed: number; anchor: Month; startedAt: number }) {
    this.#seed = options.seed
    this.#anchor = options.anchor
    this.#startedAt = options.startedAt
    this.#ids = new Ids(options.seed)
    this.ids = Array.from({ length: conversionCount }, (_, index) => this.#ids.uuid('conversion', index))
  }

  find(id: string, now: number): ConversionMessage | null {
    const index = this.#ids.find('conversion', id)
    return index !== null && index < conversionCount ? this.#at(index, now) : null
  }

  #at(index: number, now: number): ConversionMessage {
    const draw = new Draw(this.#seed, field, index)
    const alive = index < living
    const created = alive
      ? this.#startedAt - draw.between(0, 2000)
      : monthStart(this.#anchor) + draw.between(0, 26 * 86_400_000)
    // Each living one takes about half as long again as the one before it, from 20 s up to a day.
    const span = alive ? Math.min(20_000 * 1.5 ** index, 86_400_000) : 600_000
    const end = Math.round((alive ? this.#startedAt : created) + span * (0.8 + draw.below(400) / 1000))
    const over = now >= end
    const cancelled = index % 5 === 3
    const fromCoin = draw.chance(50)
    const coin = draw.pick(coins)
    const time = (milliseconds: number) => formatTimeShortest(toNanoseconds(milliseconds))
    const metadata = index % 3 === 0 ? null : metadataFor(draw)
    return {
      id: this.#ids.uuid('conversion', index),
      profile_id: this.#ids.uuid('profile', draw.below(profileCount)),
      amount: formatDecimal({ units: BigInt(draw.between(10_00, 2_000_000_00)), scale: 2 }),
      source_asset: fromCoin ? coin : 'USD',
      target_asset: fromCoin ? 'USD' : coin,
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
