import type { Bridge } from '#shared/contract/index'
import { replaySpeeds, type ReplaySpeed, type ReplayState } from '#shared/contract/recording/replay'
import { valueOf } from '../client'
import type { FeedReceiver } from '../feed'
import type { MarketFeed } from '../markets'
import { Throttle } from '../throttle'

/** Milliseconds between updates of the time as text. */
const shownGap = 100

type StepUnit = 'message' | 'trade'

/** The offer to replay from a time, where the pointer or the focus is. */
interface OfferedTime {
  readonly at: number
  /** The market whose evidence can be kept; null without one. */
  readonly market: string | null
  readonly x: number
  readonly y: number
}

interface ReplayPorts {
  readonly bridge: Bridge
  readonly feed: Pick<FeedReceiver, 'onReplayFrame' | 'closeReplay'>
  readonly marketFeed: Pick<MarketFeed, 'switchTo'>
}

/** The replay of this window, as in main. While there is one, every figure of the window comes from it. */
export class ReplayStore {
  state = $state.raw<ReplayState | null>(null)
  /** Where the replay is, in milliseconds since the epoch; updated some times a second. */
  at = $state(0)
  /** As in the state, but changes only if they do. */
  markets = $state.raw<readonly string[] | null>(null)
  stepBy = $state<StepUnit>('message')
  offered = $state.raw<OfferedTime | null>(null)
  #received = $state(false)
  #position = 0
  #wanted: number | string | null = null
  #seeking = false
  readonly #show = new Throttle(() => (this.at = this.#position), shownGap)

  constructor(private readonly ports: ReplayPorts) {}

  get #calls() {
    return this.ports.bridge.call.replay
  }

  get active(): boolean {
    return this.state !== null
  }

  /** Nothing of the recording was received yet. */
  get unread(): boolean {
    return this.active && !this.#received
  }

  /** At a time, which shows the same however it was reached. */
  get standing(): boolean {
    return this.state?.phase === 'paused' || this.state?.phase === 'ended'
  }

  /** Not reactive, and as exact as the last frame. */
  get position(): number {
    return this.#position
  }

  start(): () => void {
    const { bridge, feed } = this.ports
    const stops = [
      bridge.on('replay.changed', (state) => this.#adopt(state)),
      feed.onReplayFrame(({ replay }) => {
        if (!replay || !this.active) return
        this.#received = true
        this.#move(replay.at)
      })
    ]
    return () => {
      stops.forEach((stop) => stop())
      this.#show.stop()
    }
  }

  load = async () => this.#adopt(await valueOf(this.ports.bridge.call.replay.read()))

  /** @param recording the ID of a recorded connection, if not that of the window or the one in use */
  open = (at: number | null, newWindow = false, recording?: string) =>
    valueOf(this.#calls.open({ at, newWindow, ...(recording && { recording }) }))
  close = () => valueOf(this.#calls.close())

  /** In this window. */
  goTo = (at: number): Promise<unknown> => this.open(at)

  /** Of several seeks while one is on its way, only the last follows. */
  async seek(at: number | string): Promise<void> {
    this.#wanted = at
    if (this.#seeking) return
    this.#seeking = true
    try {
      while (this.#wanted !== null) {
        const wanted = this.#wanted
        this.#wanted = null
        await valueOf(this.#calls.seek({ at: wanted }))
      }
    } finally {
      this.#seeking = false
      this.#wanted = null
    }
  }

  async toggle(): Promise<void> {
    await (this.state?.playing ? valueOf(this.#calls.pause()) : valueOf(this.#calls.play()))
  }

  step = (market: string | null, back: boolean) =>
    valueOf(this.#calls.step({ by: this.stepBy, market, back }))
  jumpToGap = (back: boolean) => valueOf(this.#calls.jump({ to: 'gap', back }))
  jumpToTrade = (market: string, size: string, back: boolean) =>
    valueOf(this.#calls.jump({ to: 'trade', market, size, back }))

  setSpeed = (speed: ReplaySpeed) => valueOf(this.#calls.setSpeed({ speed }))

  /** The next speed up (+1) or down (-1); null at the end. */
  speedStep(direction: 1 | -1): ReplaySpeed | null {
    const speed = this.state?.speed ?? 1
    return replaySpeeds[replaySpeeds.indexOf(speed) + direction] ?? null
  }

  async setIn(): Promise<void> {
    const at = this.#position
    const { rangeOut = null, loop = false } = this.state ?? {}
    await valueOf(
      this.#calls.setRange({ in: at, out: rangeOut !== null && rangeOut > at ? rangeOut : null, loop })
    )
  }

  async setOut(): Promise<void> {
    const at = this.#position
    const { rangeIn = null, loop = false } = this.state ?? {}
    await valueOf(
      this.#calls.setRange({ in: rangeIn !== null && rangeIn < at ? rangeIn : null, out: at, loop })
    )
  }

  async clearRange(): Promise<void> {
    await valueOf(this.#calls.setRange({ in: null, out: null, loop: this.state?.loop ?? false }))
  }

  async toggleLoop(): Promise<void> {
    const { rangeIn = null, rangeOut = null, loop = false } = this.state ?? {}
    await valueOf(this.#calls.setRange({ in: rangeIn, out: rangeOut, loop: !loop }))
  }

  /** Figures and their mark change together, so that none stands under the wrong one. */
  #adopt(state: ReplayState | null): void {
    const { feed, marketFeed } = this.ports
    const before = this.state
    this.state = state
    const markets = state?.markets ?? null
    if (markets?.join('\n') !== this.markets?.join('\n')) this.markets = markets
    if (state === null) {
      this.#received = false
      feed.closeReplay()
      marketFeed.switchTo('live')
      return
    }
    marketFeed.switchTo('replay', state.at)
    // The end of the recording, until it is known.
    const at = state.at || Date.now()
    if (before === null || state.phase !== 'playing' || !this.#isBehind(state)) this.#move(at)
    if (before === null || state.phase !== 'playing') this.#show.atOnce()
  }

  /** Frames come more often than states, so a state may be older than the last frame. */
  #isBehind({ at, speed }: ReplayState): boolean {
    const behind = this.#position - at
    return behind > 0 && behind < 1000 * speed
  }

  #move(at: number): void {
    this.#position = at
    this.#show.call()
  }
}
