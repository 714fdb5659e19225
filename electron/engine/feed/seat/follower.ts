import { Emitter } from '#shared/domain/base/emitter'
import type { Clock } from '../../base/clock'
import { logTimeAt } from '../../recording/replay/log-time'
import type { SharedNews } from '../../recording/replay/logged-event'
import type { RecordedHub } from '../../recording/replay/recorded-hub'
import type { Batch, Beat, FeedMessage, Keyframe } from '../wire/messages'
import { applyItem, DamagedItem, restoreMarkets } from './apply'
import { Beats } from './beats'
import { noFeedCounts, type FeedCounts } from './counts'
import { faultOf, judgeFeed, type FeedFault, type FeedState } from './judge'
import { PendingBatches } from './pending'
import { KeyframeRound } from './round'

/** A state that passes is noticed within this time. */
const judgeEvery = 250
/** A beat further ahead is not believed: passing that time would take long. */
const maxAhead = 3_600_000

/** Milliseconds without a beat, the length of a lease: a leader that is silent for so long has lost it. */
const maxSilence = 3000

interface FollowerPorts {
  readonly clock: Clock
  readonly hub: RecordedHub
  /** Called before a message takes effect. */
  readonly received?: (frame: Uint8Array, isBinary: boolean) => void
  /** The desk's recordings have everything so far below this number, and everything from now on above. */
  readonly recorded?: (next: number, shared: SharedNews | undefined) => void
}

/**
 * Follows one leader's items without a hole, and the leader with the highest epoch unless that one is gone. The hub never gets an item whose
 * predecessor is missing: until that arrives, or a keyframe after it, nothing is live.
 */
export class FeedFollower {
  readonly counts: FeedCounts = noFeedCounts()
  readonly #changed = new Emitter()
  /** The state changed, or something is missing or no longer. */
  readonly onChange = this.#changed.on
  #epoch: number | null = null
  /** Of leaders that were followed before: a beat of theirs was late on its way. */
  readonly #left = new Set<number>()
  /** Of the next item; null before anything of this leader took effect. */
  #position: number | null = null
  /** The leader has sent everything before it. */
  #known = 0
  #beats = new Beats()
  /** When this leader began or sent its last beat; monotonic. */
  #activeAt = 0
  #isConnected = false
  #state: FeedState = 'disconnected'
  #since: number
  #wasMissing = true
  readonly #pending = new PendingBatches()
  readonly #round = new KeyframeRound()
  /** When the hub's clock last advanced; monotonic on this computer. */
  #advancedAt: number
  #cancel: () => void

  constructor(private readonly ports: FollowerPorts) {
    this.#since = ports.clock.wall()
    this.#advancedAt = ports.clock.monotonic()
    this.#cancel = this.#judgeLater()
  }

  get epoch(): number | null {
    return this.#epoch
  }

  get position(): number | null {
    return this.#position
  }

  get state(): FeedState {
    return this.#state
  }

  get fault(): FeedFault | null {
    return faultOf(this.#state)
  }

  /** Milliseconds since the epoch. */
  get since(): number {
    return this.#since
  }

  get advancedAt(): number {
    return this.#advancedAt
  }

  /** Milliseconds; null before the first. */
  get beatAge(): number | null {
    return this.#beats.age(this.ports.clock.monotonic())
  }

  get isLeaderLive(): boolean {
    return this.#beats.isLeaderLive
  }

  get lag(): number {
    return this.#beats.lag
  }

  /** Earlier messages have to be read, from a keyframe on or from this position. */
  get isMissing(): boolean {
    return this.#position === null || this.#known > this.#position
  }

  setConnected(connected: boolean): void {
    this.#isConnected = connected
    this.#judge()
  }

  receive(message: FeedMessage): void {
    if (!this.#follows(message)) {
      this.counts.oldLeader += 1
      return
    }
    if (message.kind === 'batch') this.#receiveBatch(message)
    else if (message.kind === 'keyframe') this.#receiveKeyframe(message)
    else this.#receiveBeat(message)
    this.#judge()
  }

  dispose(): void {
    this.#cancel()
    this.#changed.dispose()
  }

  #follows({ epoch, kind }: FeedMessage): boolean {
    const now = this.ports.clock.monotonic()
    // Epochs fall if the store of the lease was emptied. Beats are not stored, so this leader is there now.
    const isSuccessor = kind === 'beat' && now - this.#activeAt >= maxSilence && !this.#left.has(epoch)
    if (this.#epoch !== null && epoch < this.#epoch && !isSuccessor) return false
    if (epoch !== this.#epoch) {
      if (this.#epoch !== null) this.#left.add(this.#epoch)
      this.#epoch = epoch
      this.#activeAt = now
      this.#known = 0
      this.#beats = new Beats()
      this.#startOver()
      this.counts.leaders += 1
      this.#judge()
    }
    return true
  }

  /** What took effect no longer counts. */
  #startOver(): void {
    this.#position = null
    this.#pending.clear()
    this.#round.clear()
  }

  #receiveBatch(batch: Batch): void {
    const end = batch.first + batch.items.length
    this.#known = Math.max(this.#known, end)
    if (this.#position === null && batch.first === 0) this.#position = 0
    if (this.#position !== null && end <= this.#position) {
      this.counts.repeated += 1
      return
    }
    if (this.#position === null || batch.first > this.#position) {
      if (this.#position !== null && !this.#wasMissing) this.counts.holes += 1
      this.#pending.add(batch)
    } else this.#apply(batch)
    this.#applyPending()
  }

  #receiveKeyframe(keyframe: Keyframe): void {
    // Later items follow from earlier ones, unless those are missing.
    const isNeeded = this.isMissing && (this.#position === null || keyframe.position > this.#position)
    if (!isNeeded) return
    const head = this.#round.add(keyframe)
    if (!head) return
    const saved = this.#round.read()
    this.#round.clear()
    if (!saved) {
      this.counts.unreadable += 1
      return
    }
    restoreMarkets(this.ports.hub, head, saved)
    this.counts.keyframes += 1
    this.#position = head.position
    this.#known = Math.max(this.#known, head.position)
    this.#applyPending()
  }

  #receiveBeat(beat: Beat): void {
    this.#known = Math.max(this.#known, beat.position)
    const now = this.ports.clock.monotonic()
    const isNewer = this.#beats.receive(beat, now)
    if (isNewer) this.#activeAt = now
    if (!isNewer || this.isMissing) return
    // Time passes for the leader although nothing happens.
    const { clock } = this.ports.hub
    const ahead = beat.at - clock.monotonic()
    if (ahead < 0 || ahead >= maxAhead) return
    this.ports.hub.advanceTo(logTimeAt(clock.wall() + ahead))
    this.#advancedAt = this.ports.clock.monotonic()
  }

  #apply(batch: Batch): void {
    this.#advancedAt = this.ports.clock.monotonic()
    try {
      for (const item of batch.items) {
        if (item.number !== this.#position) continue
        const { kind, content } = item
        if (kind === 'f' || kind === 'b') this.ports.received?.(content, kind === 'b')
        const event = applyItem(this.ports.hub, item, batch)
        if (event?.event === 'recorded') this.ports.recorded?.(event.next, event.shared)
        this.#position += 1
        this.counts.items += 1
      }
    } catch (thrown) {
      if (!(thrown instanceof DamagedItem)) this.counts.failed += 1
      this.counts.unreadable += 1
      this.#startOver()
    }
  }

  #applyPending(): void {
    while (this.#position !== null) {
      const batch = this.#pending.take(this.#position)
      if (!batch) return
      this.#apply(batch)
    }
  }

  #judgeLater(): () => void {
    return this.ports.clock.later(judgeEvery, () => {
      this.#judge()
      this.#cancel = this.#judgeLater()
    })
  }

  #judge(): void {
    const { clock, hub } = this.ports
    // What the leader sent last was late already.
    const passed = clock.monotonic() - this.#advancedAt + this.#beats.lag
    const state = judgeFeed({
      isConnected: this.#isConnected,
      beatAge: this.beatAge,
      isSilent: hub.clock.monotonic() + passed >= hub.staleAt(),
      lag: this.#beats.lag,
      isTimed: this.#beats.isTimed,
      isWhole: !this.isMissing,
      isLeaderLive: this.isLeaderLive
    })
    const { isMissing } = this
    if (state === this.#state && isMissing === this.#wasMissing) return
    this.#wasMissing = isMissing
    if (state !== this.#state) this.#since = clock.wall()
    this.#state = state
    this.#changed.fire()
  }
}
