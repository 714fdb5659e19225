import type { ExecutionMessage, MarketMessage } from '../../market/messages'
import type { Distorted } from './distorted'
import type { Held } from './held'

export const heldUpdates = 20
const maxDelay = 30_000

interface Waiting {
  readonly message: ExecutionMessage
  /** Updates that come first. */
  updates: number
}

/** Each trade arrives after that many updates of its market. */
export class LaggingExecutions implements Held {
  #waiting: Waiting[] = []
  #cancel: (() => void) | null = null

  constructor(
    private readonly connection: Distorted,
    private readonly send: (message: MarketMessage) => void
  ) {}

  get empty(): boolean {
    return this.#waiting.length === 0
  }

  holdMessage(message: MarketMessage): boolean {
    const { market } = message
    if (message.kind === 'book') {
      this.#release((waiting) => waiting.message.market === market && waiting.updates-- === 0)
      return false
    }
    const { connection } = this
    if (!connection.on('lagging-executions', market) || !connection.subscribed('book', market)) return false
    this.#waiting.push({ message, updates: heldUpdates })
    // A market without updates must not hold it forever.
    this.#cancel ??= connection.clock.later(maxDelay, () => this.#release(() => true))
    return true
  }

  unsubscribed(kind: MarketMessage['kind'], market: string): void {
    const isOf = ({ message }: Waiting) => message.market === market
    if (kind === 'book') this.#release(isOf)
    else this.#waiting = this.#waiting.filter((waiting) => !isOf(waiting))
  }

  scenarioChanged(): void {
    this.#release(({ message }) => !this.connection.on('lagging-executions', message.market))
  }

  dispose(): void {
    this.#cancel?.()
    this.#waiting = []
  }

  #release(isDue: (waiting: Waiting) => boolean): void {
    const due = this.#waiting.filter(isDue)
    if (due.length === 0) return
    this.#waiting = this.#waiting.filter((waiting) => !due.includes(waiting))
    if (this.#waiting.length === 0) {
      this.#cancel?.()
      this.#cancel = null
    }
    for (const { message } of due) if (this.connection.open) this.send(message)
  }
}
