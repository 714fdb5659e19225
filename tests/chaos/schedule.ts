import { SeededRandom } from './random'
import type { Fault } from './service'

export type Act =
  | { readonly at: number; readonly kind: 'on'; readonly name: string; readonly market: string | null }
  | { readonly at: number; readonly kind: 'off'; readonly name: string }
  | { readonly at: number; readonly kind: 'wake' | 'retry' | 'network' | 'whole' }
  /** Starts truncating book messages. */
  | { readonly at: number; readonly kind: 'cut'; readonly share: number }
  /** Holds or releases the guest market. */
  | { readonly at: number; readonly kind: 'hold' | 'release' }

export interface Schedule {
  readonly seed: number
  readonly acts: readonly Act[]
  /** Simulated milliseconds until everything is switched off. */
  readonly length: number
}

/** Held and released during the schedule. */
export const guest = 'XLMUSD'

function draw(random: SeededRandom, faults: readonly Fault[]): Fault {
  let rest = random.fraction() * faults.reduce((sum, { weight }) => sum + weight, 0)
  for (const fault of faults) {
    rest -= fault.weight
    if (rest < 0) return fault
  }
  return faults[0]!
}

/** Overlapping faults, drawn from the seed. */
export function scheduleFor(seed: number, markets: readonly string[], faults: readonly Fault[]): Schedule {
  const random = new SeededRandom(seed)
  const length = random.whole(15_000, 45_000)
  const acts: Act[] = []
  const count = random.whole(3, 9)
  for (let index = 0; index < count; index += 1) {
    const { name, maxMilliseconds, byMarket, oneMarket, ofBeginnings } = draw(random, faults)
    const at = random.whole(0, length - 1000)
    const market = byMarket && (oneMarket || random.chance(0.5)) ? random.pick(markets) : null
    const ends = Math.min(at + random.whole(300, maxMilliseconds), length)
    acts.push({ at, kind: 'on', name, market }, { at: ends, kind: 'off', name })
    if (ofBeginnings) acts.push({ at: random.whole(at, ends), kind: 'wake' })
  }
  if (random.chance(0.3)) acts.push({ at: random.whole(0, length), kind: 'wake' })
  if (random.chance(0.3)) acts.push({ at: random.whole(0, length), kind: 'retry' })
  if (random.chance(0.3)) acts.push({ at: random.whole(0, length), kind: 'network' })
  if (random.chance(0.4)) {
    const at = random.whole(0, length - 1000)
    const until = Math.min(at + random.whole(500, 10_000), length)
    acts.push({ at, kind: 'cut', share: random.pick([0.002, 0.01, 0.1]) }, { at: until, kind: 'whole' })
  }
  for (let at = random.whole(0, 12_000); at < length; at += random.whole(1000, 12_000)) {
    acts.push({
      at,
      kind:
        acts.filter(({ kind }) => kind === 'hold' || kind === 'release').length % 2 === 0 ? 'hold' : 'release'
    })
  }
  return { seed, acts: acts.sort((one, other) => one.at - other.at), length }
}

export const describeAct = (act: Act) =>
  `${(act.at / 1000).toFixed(1)} s ${act.kind}${'name' in act ? ` ${act.name}` : ''}${
    'market' in act && act.market !== null ? ` in ${act.market}` : ''
  }`
