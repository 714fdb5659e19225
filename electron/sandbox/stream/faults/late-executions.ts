import type { ExecutionMessage, MarketMessage } from '../../market/messages'
import type { Distorted } from './distorted'
import type { Held } from './held'

const maxHeld = 4
const maxDelay = 400

/** Trades arrive in small groups, late and newest first. */
export class LateExecutions implements Held {
  #messages: ExecutionMessage[] = []
  #cancel: (() => void) | null = null

  constructor(
    private readonly connection: Distorted,
    private readonly send: (message: MarketMessage) => void
  ) {}

  get empty(): boolean {
    return this.#messages.length === 0
  }

  holdMessage(message: MarketMessage): boolean {
    if (message.kind !== 'execution' || !this.connection.on('late-executions', message.market)) return false
    this.#messages.push(message)
    if (this.#messages.length >= maxHeld) this.#release()
    else this.#cancel ??= this.connection.clock.later(maxDelay, () => this.#release())
    return true
  }

  unsubscribed(kind: MarketMessage['kind'], market: string): void {
    if (kind === 'execution') this.#messages = this.#messages.filter((message) => message.market !== market)
  }

  scenarioChanged(): void {
    if (this.#messages.some(({ market }) => !this.connection.on('late-executions', market))) this.#release()
  }

  dispose(): void {
    this.#cancel?.()
    this.#messages = []
  }

  #release(): void {
    this.#cancel?.()
    this.#cancel = null
    const messages = this.#messages.reverse()
    this.#messages = []
    for (const message of messages) this.send(message)
  }
}
