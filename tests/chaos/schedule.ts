import type { ScenarioName } from '../../electron/sandbox'
import { SeededRandom } from './random'

export type Act =
  | { readonly at: number; readonly kind: 'on'; readonly name: ScenarioName; readonly market: string | null }
  | { readonly at: number; readonly kind: 'off'; readonly name: ScenarioName }
  | { readonly at: number; readonly kind: 'wake' | 'retry' | 'network' | 'whole' }
  /** From here on some messages of books come cut short. */
  | { readonly at: number; readonly kind: 'cut'; readonly share: number }
  /** Holds the market that comes and goes, or lets go of it. */
  | { readonly at: number; readonly kind: 'hold' | 'release' }

export interface Schedule {
  readonly seed: number
  readonly acts: readonly Act[]
  /** Simulated milliseconds until everything is switched off again. */
  readonly length: number
}

/** Comes and goes while the schedule runs. */
export const guest = 'XLMUSD'

interface Fault {
  readonly name: ScenarioName
  /** How often it is drawn, relative to the others. */
  readonly weight: number
  readonly longest: number
  readonly byMarket: boolean
}

/** A market alone that is silenced cannot be told from a quiet one, so that lasts less than the limit for staleness. */
export const staleAfter = 6000
const shortSilence = 4000

const faults: readonly Fault[] = [
  { name: 'update-before-snapshot', weight: 3, longest: 30_000, byMarket: true },
  { name: 'duplicate-snapshot', weight: 3, longest: 20_000, byMarket: true },
  { name: 'crossed-book', weight: 3, longest: 15_000, byMarket: true },
  { name: 'late-executions', weight: 3, longest: 20_000, byMarket: true },
  { name: 'zero-variants', weight: 3, longest: 30_000, byMarket: true },
  { name: 'time-digits', weight: 3, longest: 30_000, byMarket: true },
  { name: 'extra-fields', weight: 2, longest: 30_000, byMarket: true },
  { name: 'unknown-channel', weight: 2, longest: 20_000, byMarket: true },
  { name: 'unknown-type', weight: 2, longest: 20_000, byMarket: true },
  { name: 'malformed-json', weight: 2, longest: 10_000, byMarket: true },
  { name: 'binary-frame', weight: 2, longest: 20_000, byMarket: true },
  { name: 'giant-frame', weight: 0.3, longest: 1000, byMarket: false },
  { name: 'burst', weight: 0.5, longest: 2500, byMarket: true },
  { name: 'silent', weight: 2, longest: 25_000, byMarket: false },
  { name: 'silent', weight: 1, longest: shortSilence, byMarket: true },
  { name: 'half-open', weight: 2, longest: 25_000, byMarket: false },
  { name: 'slow-ack', weight: 2, longest: 20_000, byMarket: false },
  { name: 'error-shapes', weight: 2, longest: 20_000, byMarket: false },
  { name: 'drop', weight: 2, longest: 8000, byMarket: true },
  { name: 'drop-mid-frame', weight: 2, longest: 8000, byMarket: true },
  { name: 'close-1001', weight: 1, longest: 6000, byMarket: true },
  { name: 'close-1006', weight: 1, longest: 6000, byMarket: true },
  { name: 'close-1011', weight: 1, longest: 6000, byMarket: true },
  { name: 'close-1013', weight: 1, longest: 6000, byMarket: true },
  { name: 'handshake-401', weight: 1, longest: 8000, byMarket: false },
  { name: 'handshake-403', weight: 1, longest: 8000, byMarket: false },
  { name: 'token-revoked', weight: 1, longest: 5000, byMarket: false },
  { name: 'token-down', weight: 1, longest: 10_000, byMarket: false },
  { name: 'token-slow', weight: 1, longest: 15_000, byMarket: false },
  { name: 'token-429', weight: 1, longest: 10_000, byMarket: false },
  { name: 'clock-skew', weight: 1, longest: 15_000, byMarket: false }
]
const total = faults.reduce((sum, { weight }) => sum + weight, 0)

function draw(random: SeededRandom): Fault {
  let rest = random.fraction() * total
  for (const fault of faults) {
    rest -= fault.weight
    if (rest < 0) return fault
  }
  return faults[0]!
}

/** Faults of the beginning of a subscription: without one in their time they would show nothing. */
const ofBeginnings: readonly ScenarioName[] = [
  'update-before-snapshot',
  'duplicate-snapshot',
  'time-digits',
  'clock-skew',
  'slow-ack'
]

/** Faults that begin and end as the seed will have it, several at a time. */
export function scheduleFor(seed: number, markets: readonly string[]): Schedule {
  const random = new SeededRandom(seed)
  const length = random.whole(15_000, 45_000)
  const acts: Act[] = []
  const count = random.whole(3, 9)
  for (let index = 0; index < count; index += 1) {
    const { name, longest, byMarket } = draw(random)
    const at = random.whole(0, length - 1000)
    const market = byMarket && (name === 'silent' || random.chance(0.5)) ? random.pick(markets) : null
    const ends = Math.min(at + random.whole(300, longest), length)
    acts.push({ at, kind: 'on', name, market }, { at: ends, kind: 'off', name })
    if (ofBeginnings.includes(name)) acts.push({ at: random.whole(at, ends), kind: 'wake' })
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
