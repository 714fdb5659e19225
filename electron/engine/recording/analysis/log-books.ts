import type { LiveMarket } from '../../market/types'
import { findStart } from '../keyframes/find-start'
import { LogCursor } from '../replay/log-cursor'
import { compareTimes, logTimeOf } from '../replay/log-time'
import { LogPosition } from '../replay/position'
import { RecordedHub } from '../replay/recorded-hub'
import { RecordingIndex } from '../replay/recording-index'

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

  /** After all that arrived up to a time in nanoseconds since the epoch; until the next call. */
  async marketAt(market: string, time: bigint, signal: AbortSignal): Promise<LiveMarket | null> {
    const at = logTimeOf(time)
    const { index } = this
    if (!index.from || !index.to || compareTimes(at, index.from) < 0 || compareTimes(at, index.to) > 0)
      return null
    const number = await index.segmentAt(at)
    const file = index.segments[number]
    const member = file === undefined ? undefined : (await index.indexOf(file)).memberAt(at)
    if (!member) return null
    const position = await this.#positionBefore(number, member.facts.firstSeq, signal)
    if (!position) return null
    await position.applyUntil(member.facts.firstSeq, at, signal)
    await position.advanceTo(at, signal)
    return position.hub.market(market) ?? null
  }

  async dispose(): Promise<void> {
    this.#position?.hub.dispose()
    await this.#position?.close()
    this.#position = null
  }

  /** The present one, unless a keyframe is nearer. */
  async #positionBefore(number: number, seq: number, signal: AbortSignal): Promise<LogPosition | null> {
    const { index, staleAfter } = this
    const start = await findStart(index.segments.slice(0, number + 1), seq - 1, {
      membersOf: async (file) => (await index.indexOf(file)).members,
      signal
    })
    const isNear = this.#position && start && start.place.nextSeq <= this.#position.hub.seq + 1
    if (isNear) return this.#position
    await this.dispose()
    if (!start) return null
    const hub = new RecordedHub({ staleAfter: () => staleAfter })
    if (start.keyframe) hub.restore(start.keyframe.state)
    this.#position = new LogPosition(hub, new LogCursor(start.place))
    return this.#position
  }
}
