import { Live } from '#engine/market/live/index'
import { openWebSocket } from '#engine/connection/stream/web-socket'
import { Restraints, TokenSource } from '#engine/connection/tokens/index'
import type { LiveMarket } from '#engine/market/types'
import { RecordedServiceClock } from '#engine/recording/replay/recorded-service-clock'
import { formatDecimal, canonicalDecimal } from '#shared/domain/base/decimal'
import type { Level } from '#shared/domain/market/messages'
import type { Trade } from '#shared/domain/market/tape/index'
import { FastClock, VirtualTime } from './fast-clock'
import { SeededRandom } from './random'
import { begunDiffers, restoredDiffers } from './restored'
import { followStates, Recorded, replay, spellMarket } from './replayed'
import { Recorder, spell } from './recorder'
import { guest } from './schedule'
import { shownDiffers, ShownStates } from './shown-states'
import { staleAfter, type ChaosService, type ServiceKind, type Truth } from './service'

/** The engine against the service over real sockets, on an accelerated clock. */
export class ChaosHarness {
  readonly recorder: Recorder
  readonly live: Live
  readonly tokens: TokenSource
  readonly recorded: Recorded
  readonly #states: readonly string[]
  readonly #shown: ShownStates
  readonly #random: SeededRandom
  readonly #releases: (() => void)[] = []
  /** Collected as they arrive, because the tape is bounded. */
  readonly #taken = new Map<string, string[]>()

  private constructor(
    private readonly time: VirtualTime,
    readonly clock: FastClock,
    readonly service: ChaosService,
    private readonly markets: readonly string[],
    seed: number
  ) {
    this.recorder = new Recorder(clock, new SeededRandom(seed ^ 0xc07))
    this.#random = new SeededRandom(seed ^ 0x2e57)
    const { auth_url, client_id, client_secret, ws_url } = service.description
    const random = new SeededRandom(seed ^ 0x5eed)
    const fraction = () => random.fraction()
    const access = {
      tokenHost: auth_url,
      clientId: client_id,
      clientSecret: client_secret,
      scopes: ['exchange:read_aggregated_marketdata_stream']
    }
    this.tokens = new TokenSource({
      clock,
      restraint: new Restraints(clock, fraction).at(auth_url),
      access: async () => access,
      fetch: (url, init) => fetch(url, init),
      keepOutOfLogs: () => undefined
    })
    this.recorded = new Recorded(clock, staleAfter)
    const times = new RecordedServiceClock(clock)
    this.live = new Live({
      clock,
      observer: {
        ...deafObserver,
        ...timesOf(times),
        status: (status) => this.#shown.connectionChanged(status)
      },
      serviceNow: () => times.now(),
      recorder: this.recorded.stream,
      random: fraction,
      tokens: this.tokens,
      address: async () => ws_url,
      staleAfter: () => staleAfter,
      open: this.recorder.wrap(openWebSocket({}))
    })
    const now = () => clock.monotonic()
    this.#states = followStates(this.live.hub, now)
    this.#shown = new ShownStates(this.live.hub, markets, now, this.live.session.status)
    this.live.hub.onChange((market) => {
      if (market.name !== guest) this.#takeDown(market)
    })
  }

  #takeDown({ name, tape }: LiveMarket): void {
    const taken = this.#taken.get(name) ?? []
    this.#taken.set(name, taken)
    while (taken.length < tape.arrivals) {
      const trade = tape.tradeAt(taken.length)!
      taken.push(spell(formatDecimal(trade.price), formatDecimal(trade.amount), writtenTime(trade)))
    }
  }

  static async open(
    seed: number,
    factor: number,
    kind: ServiceKind,
    markets: readonly string[]
  ): Promise<ChaosHarness> {
    const time = new VirtualTime(factor)
    const service = await kind.open(seed, new FastClock(time))
    return new ChaosHarness(time, new FastClock(time), service, markets, seed)
  }

  /** Simulated; not among the engine's timers. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.time.schedule(milliseconds, resolve))
  }

  hold(market: string): () => void {
    const release = this.live.hub.hold(market)
    this.#releases.push(release)
    return release
  }

  market(name: string): LiveMarket {
    return this.live.hub.market(name)!
  }

  /** Paused, and nothing is in transit. */
  async stand(): Promise<void> {
    await this.service.pause()
    for (let quiet = 0, last = this.recorder.frames, turns = 0; quiet < 3 && turns < 200; turns += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      quiet = this.recorder.frames === last ? quiet + 1 : 0
      last = this.recorder.frames
    }
  }

  /** Null if equal. */
  differs({ book }: LiveMarket, truth: Truth): string | null {
    const own = (['bids', 'asks'] as const).map((side) => book.levels(side, Infinity).map(spellLevel))
    const right = [truth.bids, truth.asks].map((side) =>
      side.map(({ price, amount }) => `${canonicalDecimal(price)} ${canonicalDecimal(amount)}`)
    )
    for (const side of [0, 1]) {
      const [mine, theirs] = [own[side]!, right[side]!]
      if (mine.length === theirs.length && mine.every((level, index) => level === theirs[index])) continue
      const place = mine.findIndex((level, index) => level !== theirs[index])
      return `${side === 0 ? 'bids' : 'asks'}: ${mine.length} levels instead of ${theirs.length}, first other at ${place}: ${mine[place]} instead of ${theirs[place]}`
    }
    return null
  }

  /** Null if a replay of the recording has the same states at the same times, and ends as the live desk does. */
  replayDiffers(): string | null {
    const { markets } = this
    const until = this.recorded.timeOf(this.clock.monotonic())
    const { hub, states, shown } = replay(this.recorded.items, markets)
    hub.advanceTo(until)
    const isListed = (change: string) => markets.some((name) => change.includes(` ${name} `))
    const [live, again] = [this.#states.filter(isListed), states.filter(isListed)]
    const first = live.findIndex((change, index) => change !== again[index])
    if (first !== -1 || live.length !== again.length)
      return `state ${first} of ${live.length}: ${live.slice(first - 1, first + 3).join('; ')} live, ${again.slice(first - 1, first + 3).join('; ')} in the replay`
    for (const name of markets) {
      const differs = shownDiffers(this.#shown, shown, name)
      if (differs !== null) return differs
      const [own, again] = [spellMarket(this.market(name)), spellMarket(hub.market(name)!)]
      if (own === again) continue
      const [mine, theirs] = [own.split('\n'), again.split('\n')]
      const line = mine.findIndex((text, index) => text !== theirs[index])
      return `${name}, line ${line}: ${mine[line]?.trim()} live, ${theirs[line]?.trim()} in the replay`
    }
    return (
      restoredDiffers(this.recorded.items, until, this.#random) ??
      begunDiffers(this.recorded, until, this.live.hub.markets)
    )
  }

  /** In the recorder's spelling. */
  executions(name: string): string[] {
    return [...(this.#taken.get(name) ?? [])].sort()
  }

  /** Returns the remaining timers and sockets. */
  async close(): Promise<{ readonly timers: number; readonly sockets: number }> {
    for (const release of this.#releases) release()
    this.live.dispose()
    this.tokens.dispose()
    await new Promise((resolve) => setImmediate(resolve))
    const timers = this.clock.pending
    await this.service.close()
    const until = performance.now() + 5000
    const left = () => this.recorder.opened - this.recorder.closed
    while (left() > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
    this.time.stop()
    return { timers, sockets: left() }
  }
}

const deafObserver = {
  sent: () => undefined,
  resync: () => undefined,
  error: () => undefined,
  refused: () => undefined
}

const timesOf = (service: RecordedServiceClock) => ({
  frame: (_bytes: Uint8Array, _binary: boolean, at: number) => service.frame(at),
  updateTime: (seconds: number, nanoseconds: number, at: number) =>
    service.updateTime(seconds, nanoseconds, at),
  snapshotTime: (seconds: number, nanoseconds: number, at: number) =>
    service.snapshotTime(seconds, nanoseconds, at)
})

/** `ahead` is in milliseconds as a double, and `executedAt` was rounded down. */
const writtenTime = ({ executedAt, ahead }: Trade) => executedAt + BigInt(Math.ceil(ahead * 1e6 - 1e-3))

const spellLevel = ({ price, amount }: Level) =>
  `${canonicalDecimal(formatDecimal(price))} ${canonicalDecimal(formatDecimal(amount))}`
