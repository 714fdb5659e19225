import { replayText } from '../../messages/replay'
import type { ReplayOverview } from '#shared/contract/recording/replay'
import { ProblemError } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { every } from '../../lib/every'
import { formatDateTime } from '../../lib/format/time'
import { notSharedYet, replaysDesk } from '../../lib/not-shared'
import { Throttle } from '../../lib/throttle'
import { firstRange, moved, showing, zoomed, type TimeRange } from './scale'

/** Pixels per part of the activity. */
const partWidth = 2
const maxParts = 4000
/** The log counts messages by about half a second, so shorter parts would be empty in between, in milliseconds. */
const minPart = 1000
/** Milliseconds between requests. */
const pause = 250
/** The same while all is read, and the recording only grows. */
const growthPause = 2000
const growthEvery = 10_000
const dayLength = 86_400_000
/** The recording is known to be this late at most, in milliseconds. */
const maxLag = 60_000
/** The codes of what ends a replay. */
const endings: ReadonlySet<string> = new Set(['replay.closed', 'replay.stopped', 'replay.hung'])

/** The scrubber's view of the recording: the visible range, and the recorded part of it. */
export class OverviewModel {
  overview = $state.raw<ReplayOverview | null>(null)
  /** Null until the recording is known. */
  range = $state.raw<TimeRange | null>(null)
  /** The time that the activity of `overview` is of. */
  shown = $state.raw<TimeRange | null>(null)
  width = $state(0)
  #market: string | null = null
  #asking = false
  #again = false
  readonly #ask = new Throttle(() => void this.#read(), pause, undefined, false)

  readonly #askLater = new Throttle(() => this.#ask.call(), growthPause, undefined, false)

  constructor(private readonly desk: Desk) {}

  /** Of the whole recording. */
  get bounds(): TimeRange | null {
    const { overview } = this
    return overview && overview.to > overview.from ? { from: overview.from, to: overview.to } : null
  }

  get whole(): boolean {
    const { range, bounds } = this
    return !range || !bounds || (range.from <= bounds.from && range.to >= bounds.to)
  }

  start(): () => void {
    const stops = [
      this.desk.bridge.on('replay.overviewChanged', () => {
        if (this.overview?.complete) this.#askLater.call()
        else this.#ask.call()
      }),
      every(growthEvery, () => {
        if (!document.hidden) this.#askLater.call()
      }),
      () => this.#ask.stop(),
      () => this.#askLater.stop()
    ]
    this.#ask.call()
    return () => stops.forEach((stop) => stop())
  }

  resize(width: number): void {
    if (width === this.width) return
    this.width = width
    this.#ask.call()
  }

  /** The market whose large trades are shown. */
  showMarket(market: string | null): void {
    this.#market = market
    this.#ask.call()
  }

  zoom(at: number, factor: number): void {
    this.#change((range, bounds) => zoomed(range, bounds, at, factor))
  }

  pan(by: number): void {
    this.#change((range, bounds) => moved(range, bounds, by))
  }

  /** Follows the cursor out of the visible range. */
  follow(at: number): void {
    this.#change((range, bounds) => showing(range, bounds, Math.min(Math.max(at, bounds.from), bounds.to)))
  }

  showWhole(): void {
    this.#change((_, bounds) => bounds)
  }

  /** The times of the largest trades of the market before or after a time, in order. */
  async largestBeside(at: number, back: boolean): Promise<readonly number[]> {
    const range = back ? { from: null, to: at } : { from: at, to: null }
    for (;;) {
      const overview = await this.#request({ ...range, parts: 1 })
      if (overview.complete) return timesOf(overview)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  /** As drawn. */
  get largest(): readonly number[] {
    return this.overview ? timesOf(this.overview) : []
  }

  /** The time that would be pinned: between in and out point, or else the day of the position. */
  get pinnable(): TimeRange {
    const { at = 0, rangeIn = null, rangeOut = null } = this.desk.replay.state ?? {}
    if (rangeIn !== null && rangeOut !== null) return { from: rangeIn, to: rangeOut }
    const from = Math.floor(at / dayLength) * dayLength
    return { from, to: from + dayLength - 1 }
  }

  get isPinned(): boolean {
    const { from, to } = this.pinnable
    return this.pinned.some((span) => span.from <= from && span.to >= to)
  }

  get pinned(): readonly TimeRange[] {
    const spans = [...(this.overview?.pinned ?? [])]
    return spans.flatMap((from, index) => (index % 2 === 0 ? { from, to: spans[index + 1]! } : []))
  }

  togglePin = () =>
    this.desk.attempt(async () => {
      await valueOf(this.desk.bridge.call.replay.pin({ pinned: !this.isPinned }))
      this.#ask.call()
    })

  /** The end of the recording for a time just after it: "now" is not recorded yet. */
  recordedAt(at: number): number {
    const end = this.bounds?.to ?? at
    return at > end && at - end <= maxLag ? end : at
  }

  /** Why this time cannot be shown, or null. */
  whyNot(at: number): string | null {
    const { bounds } = this
    if (!bounds || (at >= bounds.from && at <= bounds.to)) return null
    const later = at > bounds.to && replaysDesk(this.desk) ? notSharedYet(this.desk, at) : null
    if (later) return later.sentence
    const [from, to] = [bounds.from, bounds.to].map((each) =>
      formatDateTime(each, this.desk.settings.now.clock)
    ) as [string, string]
    return replayText.time.outside(from, to)
  }

  #change(next: (range: TimeRange, bounds: TimeRange) => TimeRange): void {
    const { range, bounds } = this
    if (!range || !bounds) return
    const changed = next(range, bounds)
    if (changed.from === range.from && changed.to === range.to) return
    this.range = changed
    this.#ask.call()
  }

  async #read(): Promise<void> {
    if (this.width === 0 || this.desk.replay.state?.phase === 'failed') return
    if (this.#asking) return void (this.#again = true)
    this.#asking = true
    try {
      do {
        this.#again = false
        await this.#readOnce()
      } while (this.#again)
    } catch (thrown) {
      // A replay that has just ended has no overview, even if another is open by now; the bar shows why one failed.
      const hasEnded = thrown instanceof ProblemError && endings.has(thrown.problem.code)
      if (this.desk.replay.active && !hasEnded) this.desk.toasts.problem(thrown)
    } finally {
      this.#asking = false
    }
  }

  async #readOnce(): Promise<void> {
    const { whole, range, width } = this
    const parts = partsOf(width, range)
    const overview = await this.#request({
      from: whole ? null : (range?.from ?? null),
      to: whole ? null : (range?.to ?? null),
      parts
    })
    this.overview = overview
    this.shown = whole || !range ? { from: overview.from, to: overview.to } : range
    const { bounds } = this
    if (!bounds) return
    if (this.range === null) {
      this.range = firstRange(bounds, this.desk.replay.position)
      this.#again ||= !this.whole || partsOf(this.width, this.range) < parts
    } else if (whole) this.range = bounds
  }

  #request(range: { from: number | null; to: number | null; parts: number }): Promise<ReplayOverview> {
    return valueOf(this.desk.bridge.call.replay.overview({ ...range, market: this.#market }))
  }
}

/** Each trade has a time and a side. */
const timesOf = ({ trades }: ReplayOverview) => [...trades].filter((_, index) => index % 2 === 0)

function partsOf(width: number, range: TimeRange | null): number {
  const length = range ? range.to - range.from : Infinity
  return Math.max(1, Math.floor(Math.min(maxParts, width / partWidth, length / minPart)))
}
