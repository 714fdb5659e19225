import type { ProfileRange } from '#shared/contract/market/volume-profile'
import type { MarketView } from '../../../lib/markets'
import { ProfileData } from './profile-data'

interface Sources {
  readonly view: () => Pick<MarketView, 'trades' | 'readProfile' | 'cancelProfile'>
  /** It was read. */
  readonly changed: () => void
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

/** Milliseconds between requests, and after one that failed. */
const pause = 1000
const pauseAfterFailure = 5000

export type ProfileState = 'idle' | 'loading' | 'failed'

/** Reads the volume profile of a time, and again when another time is wanted or trades were skipped. */
export class ProfileLoader {
  data: ProfileData | null = null
  state: ProfileState = 'idle'
  #asked: ProfileRange | null = null
  /** Of which the trades are followed. */
  #trades: MarketView['trades'] = null
  #nextAt = -Infinity

  constructor(private readonly sources: Sources) {}

  /** Of a time that parts of `step` seconds divide; null for none. */
  want(range: ProfileRange | null): void {
    const view = this.sources.view()
    if (!range) {
      if (this.#asked) view.cancelProfile()
      return this.#drop()
    }
    const wanted = newestOf(range)
    // A new tape has other numbers.
    if (view.trades !== this.#trades) this.#drop()
    this.#trades = view.trades
    if (!view.trades) return
    const isCurrent = this.data?.follow(view.trades) ?? true
    const asked = this.#asked && holds(this.#asked, wanted) ? this.#asked : null
    const isMissing = asked === null || (!isCurrent && this.state !== 'loading')
    if (isMissing && this.#now >= this.#nextAt) void this.#read(asked ?? around(wanted))
    if (this.data && asked) this.data.show(wanted.from, wanted.to ?? Infinity)
  }

  get #now(): number {
    return (this.sources.now ?? (() => performance.now()))()
  }

  async #read(range: ProfileRange): Promise<void> {
    const trades = this.#trades
    this.#asked = range
    this.#nextAt = this.#now + pause
    this.state = 'loading'
    const profile = await this.sources
      .view()
      .readProfile(range)
      .catch(() => null)
    if (range !== this.#asked || trades !== this.#trades) return
    this.state = profile ? 'idle' : 'failed'
    if (!profile) {
      this.#asked = null
      this.#nextAt = this.#now + pauseAfterFailure
    }
    this.data = profile && new ProfileData(profile, range.to)
    this.sources.changed()
  }

  #drop(): void {
    this.data = null
    this.#asked = null
    this.state = 'idle'
    this.#nextAt = -Infinity
  }
}

/** One part has exactly its own time. */
function holds(asked: ProfileRange, wanted: ProfileRange): boolean {
  if (asked.step !== wanted.step || asked.sides !== wanted.sides) return false
  if (asked.step === null) return asked.from === wanted.from && asked.to === wanted.to
  const isFar = asked.to === null || (wanted.to !== null && wanted.to <= asked.to)
  return asked.from <= wanted.from && isFar
}

const maxSeconds = 31 * 86_400

/** No longer than what can be asked for. */
const newestOf = (range: ProfileRange): ProfileRange =>
  range.to === null ? range : { ...range, from: Math.max(range.from, range.to - maxSeconds) }

/** As much again on both sides, so that scrolling reads less often. */
function around(range: ProfileRange): ProfileRange {
  const { from, to, step } = range
  if (step === null || to === null) return range
  const beside = Math.ceil(Math.min(to - from, (maxSeconds - (to - from)) / 2) / step - 1) * step
  return beside > 0 ? { ...range, from: Math.max(0, from - beside), to: to + beside } : range
}
