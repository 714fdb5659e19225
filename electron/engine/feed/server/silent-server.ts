import type { NatsConnection } from '@nats-io/transport-node'
import type { Clock } from '../../base/clock'

/** Longer than a fail-over, then twice as long after each other one. */
const minPatience = 5000
const maxPatience = 60_000
/** The client may first go back to the server that it left. */
const patienceAgain = 1000

/** Leaves a server that answers but is cut off from the rest of its cluster, if others are configured. */
export class SilentServer {
  #heardAt: number
  #patience = minPatience
  #left: string | null = null

  /** @param servers how many are configured */
  constructor(
    private readonly clock: Clock,
    private readonly connection: Pick<NatsConnection, 'getServer' | 'reconnect'>,
    private readonly servers: number
  ) {
    this.#heardAt = clock.monotonic()
  }

  /** Something arrived from this server. */
  heard(): void {
    this.#heardAt = this.clock.monotonic()
    this.#patience = minPatience
    this.#left = null
  }

  /** Call it often while nothing arrives. */
  look(): void {
    if (this.servers < 2) return
    const now = this.clock.monotonic()
    const server = this.connection.getServer()
    const isSame = server === this.#left
    if (now - this.#heardAt < (isSame ? patienceAgain : this.#patience)) return
    if (!isSame && this.#left !== null) this.#patience = Math.min(this.#patience * 2, maxPatience)
    this.#heardAt = now
    this.#left = server
    void this.connection.reconnect().catch(() => undefined)
  }
}
