import type { MarketParts } from '#shared/contract/market/markets'
import type { CostSpan } from '#shared/contract/market/panels/cost'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { OneShotTimer } from '../../lib/one-shot-timer'
import { RankedCosts } from './ranks'

/** The size may still be typed. */
const pause = 700
/** Milliseconds between two readings: with the next moment, but not too often. */
const refreshAfter = (step: number) => Math.min(1_800_000, Math.max(120_000, step))
/** In a replay, in which time may pass faster. */
const minReplayPause = 3000
/** The shown time of a replay follows a little later. */
const backTolerance = 1000

type Wanted = { readonly market: string; readonly span: CostSpan } & Pick<
  NonNullable<MarketParts['cost']>,
  'size' | 'unit'
>
type State = 'none' | 'reading' | 'done' | 'cancelled' | 'failed'

let lastRun = 0

/** The cost of the size over a past span, from the recording. */
export class PastCostsStore {
  state = $state<State>('none')
  share = $state(0)
  /** That are fetched from the desk; null while the recording is read. */
  bytes = $state<number | null>(null)
  problem = $state<string | null>(null)
  costs = $state.raw<RankedCosts | null>(null)
  readonly #run: number
  #wanted: Wanted | null = null
  #turn = 0
  #isAsking = false
  #fetchAll = false
  #readAt = -Infinity
  readonly #timer = new OneShotTimer(
    () => performance.now(),
    () => void this.#read()
  )

  constructor(private readonly desk: Desk) {
    lastRun += 1
    this.#run = lastRun
  }

  get #calls() {
    return this.desk.bridge.call.pastCosts
  }

  listen(): () => void {
    const stop = this.desk.bridge.on('pastCosts.progress', ({ run, share, bytes = null }) => {
      if (run !== this.#run) return
      this.share = share
      this.bytes = bytes
    })
    return () => {
      stop()
      this.want(null)
    }
  }

  /** Null if there is no size. */
  want(wanted: Wanted | null): void {
    this.#end()
    this.#wanted = wanted
    this.#begin(wanted !== null)
    if (wanted) this.#timer.at(performance.now() + pause)
  }

  /** The replay is at a time. Nothing later is compared. */
  replayed(at: number): void {
    const { costs } = this
    if (this.#wanted === null || this.#isAsking || this.state === 'cancelled') return
    const isLater = costs !== null && at < costs.to - backTolerance
    if (costs && !isLater && at < costs.to + costs.step) return
    if (isLater) this.#begin(true)
    this.#timer.at(Math.max(performance.now() + pause, this.#readAt + minReplayPause))
  }

  cancel(): void {
    this.#end()
    this.state = 'cancelled'
  }

  /** @param all that the desk has of that time, not only what is fetched unasked */
  again(all = false): void {
    this.want(this.#wanted)
    this.#fetchAll = all
  }

  #begin(isReading: boolean): void {
    this.costs = null
    this.problem = null
    this.share = 0
    this.bytes = null
    this.#fetchAll = false
    this.state = isReading ? 'reading' : 'none'
  }

  #end(): void {
    this.#timer.stop()
    this.#turn += 1
    if (this.#isAsking) void valueOf(this.#calls.cancel({ run: this.#run })).catch(() => {})
    this.#isAsking = false
  }

  async #read(): Promise<void> {
    const wanted = this.#wanted
    if (!wanted) return
    const turn = ++this.#turn
    const { replay } = this.desk
    const at = replay.active ? Math.floor(replay.at) : null
    this.#readAt = performance.now()
    this.#isAsking = true
    try {
      const costs = await valueOf(
        this.#calls.read({ ...wanted, run: this.#run, at, ...(this.#fetchAll && { fetchAll: true }) })
      )
      if (turn !== this.#turn) return
      this.costs = costs && new RankedCosts(costs)
      this.state = 'done'
    } catch (thrown) {
      if (turn !== this.#turn) return
      this.costs = null
      this.problem = toProblem(thrown).sentence
      this.state = 'failed'
    }
    this.#isAsking = this.#fetchAll = false
    this.bytes = null
    if (at !== null) this.replayed(replay.at)
    else if (this.costs) this.#timer.at(performance.now() + refreshAfter(this.costs.step))
  }
}
