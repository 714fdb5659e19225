import { ClosedConnectionError, type NatsConnection } from '@nats-io/transport-node'
import type { Clock, Random } from '../../base/clock'

/** A server that restarts is there again soon. */
const hurryFor = 5000
/** Milliseconds between two attempts, and how many more at random, so that not all seats come at once. */
const hurried = { wait: 100, more: 100 }
const patient = { wait: 500, more: 500 }

/** How long the client waits between two attempts to connect again. */
export class ReconnectPace {
  #since: number | null = null

  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly random: Random
  ) {}

  connected(): void {
    this.#since = null
  }

  next(): number {
    const now = this.clock.monotonic()
    this.#since ??= now
    const { wait, more } = now - this.#since < hurryFor ? hurried : patient
    return wait + this.random() * more
  }
}

/**
 * Makes requests fail as soon as the connection is lost, and while there is none. The client would wait for answers that can
 * no longer come.
 */
export class LostRequests {
  readonly #waiting = new Set<(problem: Error) => void>()
  #isLost = false

  constructor(connection: Pick<NatsConnection, 'request'>) {
    const request = connection.request.bind(connection)
    connection.request = async (...args) => {
      if (this.#isLost) throw new ClosedConnectionError()
      return new Promise((resolve, reject) => {
        this.#waiting.add(reject)
        void request(...args)
          .then(resolve, reject)
          .finally(() => this.#waiting.delete(reject))
      })
    }
  }

  disconnected(): void {
    this.#isLost = true
    for (const reject of this.#waiting) reject(new ClosedConnectionError())
    this.#waiting.clear()
  }

  connected(): void {
    this.#isLost = false
  }
}
