import type { ChaosDesk } from './desk'
import { staleAfter } from './schedule'

/** Two missed pings, as the session has it. */
const pingLimit = 10_000
/** A sample sees a difference so much later than it began, and its end so much later than it ended. */
const slack = 3000

/** Looks at the books while everything happens to them: is what is shown as live the truth? */
export class Watch {
  readonly #wrongSince = new Map<string, number>()
  readonly faults: string[] = []
  longestWrong = 0
  samples = 0

  constructor(
    private readonly desk: ChaosDesk,
    private readonly markets: readonly string[]
  ) {}

  /** The market stands still for a moment, what is under way arrives, and then the books are held side by side. */
  async sample(): Promise<void> {
    const { desk } = this
    this.#judgeSilence()
    await desk.stand()
    try {
      const connected = (await desk.connections()) > 0
      for (const name of this.markets) await this.#compare(name, connected)
    } finally {
      await desk.goOn()
    }
  }

  /** What the socket itself says: nothing at all came for the limit, so nothing may be live. */
  #judgeSilence(): void {
    const { clock, recorder } = this.desk
    const silentFor = recorder.lastFrameAt === null ? 0 : clock.monotonic() - recorder.lastFrameAt
    if (silentFor < staleAfter + slack) return
    const live = this.markets.filter((name) => this.desk.market(name).state === 'live')
    if (live.length > 0) {
      this.faults.push(`${live.join(', ')} live though nothing came for ${Math.round(silentFor)} ms`)
    }
  }

  async #compare(name: string, connected: boolean): Promise<void> {
    const { desk } = this
    const market = desk.market(name)
    this.samples += 1
    const differs = market.state === 'live' ? desk.differs(name, await desk.truth(name)) : null
    if (market.state !== 'live' || differs === null) {
      this.#wrongSince.delete(name)
      return
    }
    const now = desk.clock.monotonic()
    const since = this.#wrongSince.get(name) ?? now
    this.#wrongSince.set(name, since)
    this.longestWrong = Math.max(this.longestWrong, now - since)
    // A lost connection and a crossed book can be told at once; a message that never came cannot.
    const undetectable = connected && !market.book.crossed()
    const allowed = undetectable ? staleAfter + pingLimit + slack : slack
    if (now - since > allowed) {
      this.faults.push(
        `${name} was shown live for ${Math.round(now - since)} ms while it differed: ${differs}`
      )
    }
  }
}
