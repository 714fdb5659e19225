import type { ChaosHarness } from './desk'
import { staleAfter } from './service'

/** Two missed pings. */
const pingLimit = 10_000
/** The delay of a sample. */
const slack = 3000

/** Checks that live books are true during faults. */
export class Watch {
  readonly #wrongSince = new Map<string, number>()
  /** Since when an error can be detected. */
  readonly #detectableSince = new Map<string, number>()
  readonly faults: string[] = []
  maxWrong = 0
  samples = 0

  constructor(
    private readonly desk: ChaosHarness,
    private readonly markets: readonly string[]
  ) {}

  /** Pauses the market and compares the books. */
  async sample(): Promise<void> {
    const { desk } = this
    this.#judgeSilence()
    await desk.stand()
    try {
      const connected = (await desk.service.connections()) > 0
      for (const name of this.markets) await this.#compare(name, connected)
    } finally {
      await desk.service.resume()
    }
  }

  /** Nothing may be live after a silence. */
  #judgeSilence(): void {
    const { clock, recorder } = this.desk
    const silentFor = recorder.lastFrameAt === null ? 0 : clock.monotonic() - recorder.lastFrameAt
    if (silentFor < staleAfter + slack) return
    const live = this.markets.filter((name) => this.desk.live.hub.market(name)?.state === 'live')
    if (live.length > 0) {
      this.faults.push(`${live.join(', ')} live though nothing came for ${Math.round(silentFor)} ms`)
    }
  }

  async #compare(name: string, connected: boolean): Promise<void> {
    const { desk } = this
    const market = desk.live.hub.market(name)
    if (!market) return
    this.samples += 1
    if (market.state === 'live' && desk.recorder.isCut(name)) {
      this.faults.push(`${name} live, though a message of it was cut since its last snapshot`)
    }
    const differs = market.state === 'live' ? desk.differs(market, await desk.service.truth(name)) : null
    if (market.state !== 'live' || differs === null) {
      this.#wrongSince.delete(name)
      this.#detectableSince.delete(name)
      return
    }
    const now = desk.clock.monotonic()
    // Lost connections and crossed books are detectable, missing messages are not.
    const isDetectable = !connected || market.book.crossed()
    if (!isDetectable) this.#detectableSince.delete(name)
    const wrongFor = sinceIn(this.#wrongSince, name, now)
    const detectableFor = isDetectable ? sinceIn(this.#detectableSince, name, now) : 0
    this.maxWrong = Math.max(this.maxWrong, wrongFor)
    if (wrongFor > staleAfter + pingLimit + slack || detectableFor > slack) {
      this.faults.push(`${name} was shown live for ${Math.round(wrongFor)} ms while it differed: ${differs}`)
    }
  }
}

/** Since the first sample. */
function sinceIn(times: Map<string, number>, name: string, now: number): number {
  const since = times.get(name) ?? now
  times.set(name, since)
  return now - since
}
