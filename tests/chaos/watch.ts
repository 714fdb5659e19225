import type { ChaosHarness } from './desk'
import { staleAfter } from './service'

/** Two missed pings, as the session has it. */
const pingLimit = 10_000
/** A sample sees a difference so much later than it began, and its end so much later than it ended. */
const slack = 3000

/** Looks at the books while everything happens to them: is what is shown as live the truth? */
export class Watch {
  readonly #wrongSince = new Map<string, number>()
  /** Since when it could be told that it is wrong. */
  readonly #tellingSince = new Map<string, number>()
  readonly faults: string[] = []
  maxWrong = 0
  samples = 0

  constructor(
    private readonly desk: ChaosHarness,
    private readonly markets: readonly string[]
  ) {}

  /** The market stands still for a moment, what is under way arrives, and then the books are held side by side. */
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

  /** What the socket itself says: nothing at all came for the limit, so nothing may be live. */
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
      this.#tellingSince.delete(name)
      return
    }
    const now = desk.clock.monotonic()
    // A lost connection and a crossed book can be told at once; a message that never came cannot.
    const tells = !connected || market.book.crossed()
    if (!tells) this.#tellingSince.delete(name)
    const wrongFor = sinceIn(this.#wrongSince, name, now)
    const tellingFor = tells ? sinceIn(this.#tellingSince, name, now) : 0
    this.maxWrong = Math.max(this.maxWrong, wrongFor)
    if (wrongFor > staleAfter + pingLimit + slack || tellingFor > slack) {
      this.faults.push(`${name} was shown live for ${Math.round(wrongFor)} ms while it differed: ${differs}`)
    }
  }
}

/** How long it has been so, from the first time that it was seen. */
function sinceIn(times: Map<string, number>, name: string, now: number): number {
  const since = times.get(name) ?? now
  times.set(name, since)
  return now - since
}
