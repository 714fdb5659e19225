import type { ReplaySpeed } from '#shared/contract/recording/replay'
import type { Clock } from '../../base/clock'
import { compareTimes, millisecondsOf, type LogTime } from './log-time'
import { Pace } from './pace'
import type { Playhead } from './playhead'
import type { LoggedItem } from '../log/lines'
import type { RecordingReader } from './recording-reader'
import { Slices } from './slices'
import { ReachedSpeed } from './speed'

interface PlaybackPorts {
  readonly clock: Clock
  readonly reader: Pick<RecordingReader, 'refresh'>
}

/** Real milliseconds between two turns. */
const minWait = 8
const maxWait = 50
/** Items between two looks at the clock. */
const itemsPerLook = 32
/** Unrecorded milliseconds that are not played to their end. */
const maxGap = 5000
/** Real milliseconds for which such a gap is shown. */
const gapShown = 1000
const growthEvery = 1000

/** Moves the playhead as time passes. */
export class Playback {
  readonly #pace: Pace
  readonly #reached = new ReachedSpeed()
  #speed: ReplaySpeed = 1
  /** When playing came to the gap ahead. */
  #gapSince: number | null = null
  /** Milliseconds since the epoch. */
  #measuredAt = 0
  #wake: () => void = () => undefined

  constructor(
    private readonly ports: PlaybackPorts,
    private readonly head: Playhead,
    private readonly moved: () => void
  ) {
    this.#pace = new Pace(ports.clock)
  }

  get speed(): ReplaySpeed {
    return this.#speed
  }

  get reached(): number | null {
    return this.#reached.value
  }

  setSpeed(speed: ReplaySpeed): void {
    this.#speed = speed
    this.#pace.anchor(this.head.at)
    this.#pace.speed = speed
    this.#reached.reset()
    this.#wake()
  }

  /** Until the out point, the end of the log, or the signal. */
  async run(out: () => LogTime | null, signal: AbortSignal): Promise<'out' | 'end' | 'stopped'> {
    this.#reached.reset()
    this.#measuredAt = millisecondsOf(this.head.at)
    this.#measure()
    this.#pace.anchor(this.head.at)
    this.#gapSince = null
    for (;;) {
      await this.head.fill(signal)
      const wait = await this.#turn(out(), signal)
      if (signal.aborted) return 'stopped'
      this.#measure()
      this.moved()
      if (typeof wait === 'string') return wait
      await this.#sleep(wait, signal)
      if (signal.aborted) return 'stopped'
    }
  }

  /** Until the log has grown. */
  async waitForMore(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.ports.reader.refresh()
      if (await this.head.load()) return
      await this.#sleep(growthEvery, signal)
    }
  }

  /** Applies what is due. Returns how long to wait for the next turn, or what was reached. */
  async #turn(out: LogTime | null, signal: AbortSignal): Promise<number | 'out' | 'end'> {
    const { head } = this
    const slices = new Slices(this.ports.clock)
    let until = earlier(this.#pace.due, out)
    for (let count = 1; ; count++) {
      if (!head.next && !(await head.load())) return 'end'
      if (signal.aborted) return 0
      const item = head.next!
      const isSetBack = isStart(item) && compareTimes(item, head.at) < 0
      if (isSetBack || compareTimes(item, until) > 0) {
        if (!isSetBack && !this.#isGapOver(item)) break
        until = earlier(item, out)
        if (until !== item) break
        this.#continueAt(item)
      }
      head.apply()
      this.#gapSince = null
      if (count % itemsPerLook === 0 && slices.isOver) {
        // Slower than asked: the time that was missed is not caught up.
        this.#pace.anchor(head.at)
        return 0
      }
    }
    head.advanceTo(until)
    if (out && compareTimes(until, out) >= 0) return 'out'
    return Math.min(maxWait, Math.max(minWait, this.#pace.until(head.next!)))
  }

  #measure(): void {
    const at = millisecondsOf(this.head.at)
    this.#reached.passed(Math.max(0, at - this.#measuredAt), this.ports.clock.monotonic())
    this.#measuredAt = at
  }

  /** Unrecorded time before this item was shown long enough. */
  #isGapOver(item: LoggedItem): boolean {
    const { clock } = this.ports
    if (!isStart(item) || millisecondsOf(item) - millisecondsOf(this.head.at) <= maxGap) return false
    this.#gapSince ??= clock.monotonic()
    return clock.monotonic() - this.#gapSince >= gapShown
  }

  /** Without the time until then. */
  #continueAt(item: LoggedItem): void {
    this.#measure()
    this.#measuredAt = millisecondsOf(item)
    this.#pace.anchor(item)
    this.head.at = { milliseconds: item.milliseconds, nanoseconds: item.nanoseconds }
    this.#gapSince = null
  }

  async #sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    await new Promise<void>((resolve) => {
      const wake = () => {
        cancel()
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const cancel = this.ports.clock.later(milliseconds, wake)
      signal.addEventListener('abort', wake)
      this.#wake = wake
    })
  }
}

const clockEvent = Buffer.from('{"event":"clock"')

/** Nothing was recorded before it: a run of the app begins, or items are missing. */
const isStart = ({ kind, content }: LoggedItem): boolean =>
  kind === 'g' || (kind === 'e' && content.subarray(0, clockEvent.length).equals(clockEvent))

const earlier = (one: LogTime, other: LogTime | null): LogTime =>
  other && compareTimes(other, one) < 0 ? other : one
