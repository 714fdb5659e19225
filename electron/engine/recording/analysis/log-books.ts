import type { LiveMarket } from '../../market/types'
import { keyframesOf } from '../keyframes/files'
import { findStart } from '../keyframes/find-start'
import type { LoggedItem } from '../log/lines'
import { LogCursor } from '../replay/log-cursor'
import { compareTimes, logTimeOf, type LogTime } from '../replay/log-time'
import { readEvent } from '../replay/logged-event'
import { LogPosition } from '../replay/position'
import { RecordedHub } from '../replay/recorded-hub'
import { RecordingIndex } from '../replay/recording-index'

/** Items that are played sooner than a keyframe is restored. */
const playedRather = 500

/** The books of a log at times that increase, without trades: those between keyframes are played once. */
export class LogBooks {
  #position: LogPosition | null = null

  private constructor(
    private readonly index: RecordingIndex,
    private readonly staleAfter: number
  ) {}

  static async open(log: string, staleAfter: number): Promise<LogBooks> {
    const index = new RecordingIndex(log)
    await index.refresh()
    return new LogBooks(index, staleAfter)
  }

  /** When the last item arrived; null without one. */
  get end(): LogTime | null {
    return this.index.to
  }

  /**
   * After all that arrived up to a time in nanoseconds since the epoch; until the next call. Null if that time was not
   * recorded.
   */
  async marketAt(market: string, time: bigint, signal: AbortSignal): Promise<LiveMarket | null> {
    const at = logTimeOf(time)
    const { index } = this
    if (!index.from || !index.to || compareTimes(at, index.from) < 0 || compareTimes(at, index.to) > 0)
      return null
    const number = await index.segmentAt(at)
    const seq = await this.#seqBefore(number, at)
    const position = seq === null ? null : await this.#positionBefore(number, seq, signal)
    if (!position) return null
    await position.applyThrough(at, signal)
    const next = await position.peek()
    if (next && followsGap(next)) return null
    await position.advanceTo(at, signal)
    return position.hub.market(market) ?? null
  }

  async dispose(): Promise<void> {
    this.#position?.hub.dispose()
    await this.#position?.close()
    this.#position = null
  }

  /** Of an item before a time: that of the last keyframe, since the members of a log take longer to list. */
  async #seqBefore(number: number, at: LogTime): Promise<number | null> {
    const { index } = this
    const file = index.segments[number]
    if (file === undefined) return null
    const keyframe = (await index.knownIndexOf(keyframesOf(file))).memberAt(at)
    if (keyframe) return keyframe.facts.lastSeq
    const member = (await index.knownIndexOf(file)).memberAt(at)
    return member ? member.facts.firstSeq - 1 : null
  }

  /** The present one, unless a keyframe is much nearer. */
  async #positionBefore(number: number, seq: number, signal: AbortSignal): Promise<LogPosition | null> {
    const { index, staleAfter } = this
    if (this.#position && this.#position.hub.seq >= seq - playedRather) return this.#position
    const start = await findStart(index.segments.slice(0, number + 1), seq, {
      membersOf: async (file) => (await index.knownIndexOf(file)).members,
      signal
    })
    const isNear = this.#position && start && start.place.nextSeq <= this.#position.hub.seq + 1
    if (isNear) return this.#position
    await this.dispose()
    if (!start) return null
    const hub = new RecordedHub({ staleAfter: () => staleAfter, booksOnly: true })
    if (start.keyframe) hub.restore(start.keyframe.state)
    this.#position = new LogPosition(hub, new LogCursor(start.place))
    return this.#position
  }
}

/** Nothing was recorded right before it. */
function followsGap({ kind, content }: LoggedItem): boolean {
  if (kind === 'g') return true
  const event = kind === 'e' ? readEvent(content) : null
  return event?.event === 'clock' && event.start === true
}
