import { rm } from 'node:fs/promises'
import { toProblem, type Problem } from '#shared/domain/base/problem'
import type { Clock } from '../../base/clock'
import type { MarketHub } from '../types'
import { Appending } from './appending'
import { lineText } from './line'
import { dayFile, dayOf, keepRoom, profileFolder } from './quote-files'
import { readQuote, type QuoteFound } from './reading'
import { Track } from './track'
import { marketText } from '#shared/messages/market'

const lookMilliseconds = 1000
const flushMilliseconds = 10_000
/** Samples this far apart mean that the computer slept. */
const sleptAfter = 5000
const trembles = 500
const maxBytesInAll = 512 * 1024 * 1024

interface QuoteRecorderPorts {
  readonly folder: string
  readonly clock: Clock
  /** Milliseconds since the epoch; null while unknown. */
  readonly serviceNow: () => number | null
  readonly notice: (problem: Problem) => void
  readonly maxBytes?: number
}

interface Recorded {
  readonly profileId: string
  readonly hub: Pick<MarketHub, 'markets'>
}

/** Records the best bid and ask of every live book once a second. */
export class QuoteRecorder {
  #recorded: Recorded | null = null
  readonly #tracks = new Map<string, Track>()
  readonly #appending: Appending
  #lookedAt: { readonly now: number; readonly wall: number; readonly monotonic: number } | null = null
  /** The last data as of the last sample. */
  #receivedAt = -Infinity
  #flushedAt = 0
  #roomDay = 0
  #failed = false
  #lost = false
  #cancel: (() => void) | null = null
  #work: Promise<void> = Promise.resolve()

  constructor(private readonly ports: QuoteRecorderPorts) {
    this.#appending = new Appending(
      () => (this.#lost = true),
      (problem) => this.#warn(problem)
    )
  }

  use(recorded: Recorded | null): void {
    if (recorded?.hub === this.#recorded?.hub) return
    this.#end()
    this.#recorded = recorded
    this.#lookedAt = null
    this.#receivedAt = -Infinity
    if (recorded) this.#later()
  }

  /** The book at a time by the service's clock. */
  async at(profileId: string, market: string, at: number): Promise<QuoteFound> {
    const isRecording = this.#recorded?.profileId === profileId
    if (isRecording) {
      this.#look()
      if (dayOf(at) === dayOf(this.#now)) this.#tracks.get(market)?.mark(this.#now)
    }
    // A dead stream counts as dead since its last data.
    const firmBefore = isRecording ? this.#receivedAt : Infinity
    await this.#flush()
    return readQuote({ folder: this.ports.folder, profileId, market, at, now: this.#now, firmBefore })
  }

  removeProfile(profileId: string): Promise<void> {
    return this.#empty(profileFolder(this.ports.folder, profileId))
  }

  clear(): Promise<void> {
    return this.#empty(this.ports.folder)
  }

  async dispose(): Promise<void> {
    this.use(null)
    await this.#flush()
    await this.#work
  }

  /** The estimated clock fluctuates and must not go back. */
  get #now(): number {
    const now = Math.floor(this.ports.serviceNow() ?? this.ports.clock.wall())
    const last = this.#lookedAt?.now ?? 0
    return now < last && last - now < trembles ? last : now
  }

  #later(): void {
    this.#cancel = this.ports.clock.later(lookMilliseconds, () => {
      this.#look()
      this.#tidy()
      this.#later()
    })
  }

  #look(): void {
    if (!this.#recorded) return
    const { clock } = this.ports
    const { profileId, hub } = this.#recorded
    const now = this.#now
    const [wall, monotonic] = [clock.wall(), clock.monotonic()]
    const interrupted = this.#isInterrupted(now, wall, monotonic)
    this.#lookedAt = { now, wall, monotonic }
    this.#lost = false
    const { markets } = hub
    const receivedAt = now - quietFor(markets, monotonic)
    this.#receivedAt = receivedAt
    for (const market of markets)
      this.#track(profileId, market.name).look(market, { now, receivedAt, interrupted })
    const held = new Set(markets.map(({ name }) => name))
    for (const [name, track] of this.#tracks) {
      if (held.has(name)) continue
      track.vanish(now)
      this.#tracks.delete(name)
    }
  }

  /** Nothing is known since the last sample. */
  #isInterrupted(now: number, wall: number, monotonic: number): boolean {
    const last = this.#lookedAt
    if (!last || this.#lost || now < last.now) return true
    return Math.max(now - last.now, wall - last.wall, monotonic - last.monotonic) > sleptAfter
  }

  #track(profileId: string, market: string): Track {
    const known = this.#tracks.get(market)
    if (known) return known
    const track = new Track((day, line) =>
      this.#appending.add(dayFile(this.ports.folder, profileId, market, day), lineText(line))
    )
    this.#tracks.set(market, track)
    return track
  }

  #end(): void {
    this.#cancel?.()
    this.#cancel = null
    if (this.#recorded && this.#lookedAt) {
      const { markets } = this.#recorded.hub
      const now = Math.max(this.#now, this.#lookedAt.now)
      const receivedAt = now - quietFor(markets, this.ports.clock.monotonic())
      for (const [name, track] of this.#tracks) {
        const market = markets.find((each) => each.name === name)
        if (market) track.stop(market, receivedAt, now)
        else track.vanish(now)
      }
    }
    this.#tracks.clear()
    void this.#flush()
  }

  #tidy(): void {
    const { clock, folder, maxBytes = maxBytesInAll } = this.ports
    if (clock.monotonic() - this.#flushedAt < flushMilliseconds) return
    this.#flushedAt = clock.monotonic()
    void this.#flush()
    const today = dayOf(this.#now)
    if (today === this.#roomDay) return
    this.#roomDay = today
    void this.#then(() => keepRoom(folder, today, maxBytes).catch(() => {}))
  }

  #flush(): Promise<void> {
    return this.#then(() => this.#appending.flush())
  }

  async #empty(folder: string): Promise<void> {
    this.#appending.clear()
    this.#lost = true
    await this.#then(async () => {
      this.#appending.clear()
      await rm(folder, { recursive: true, force: true })
    })
  }

  /** In order; errors are reported by the work itself. */
  #then(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work)
    this.#work = done.catch(() => {})
    return done
  }

  #warn(problem: unknown): void {
    if (this.#failed) return
    this.#failed = true
    const detail = toProblem(problem).detail
    this.ports.notice({
      code: 'quotes.write',
      sentence: marketText.quotes.unsaved(this.ports.folder),
      retryable: true,
      ...(detail !== undefined && { detail })
    })
  }
}

/** Milliseconds since data of any market. */
function quietFor(markets: MarketHub['markets'], monotonic: number): number {
  const receivedAt = markets.reduce(
    (last, { bookAt, tradeAt }) => Math.max(last, bookAt ?? -Infinity, tradeAt ?? -Infinity),
    -Infinity
  )
  return receivedAt === -Infinity ? 0 : Math.max(0, Math.ceil(monotonic - receivedAt))
}
