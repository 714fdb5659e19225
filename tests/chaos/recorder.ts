import { canonicalDecimal } from '../../electron/shared/domain/decimal'
import { parseTime } from '../../electron/shared/domain/time'
import type { OpenSocket } from '../../electron/engine/stream/types'
import type { FastClock } from './fast-clock'

/**
 * Listens at the socket, below the engine, and reads what it hears in a way of its own: the executions whose whole
 * frames came, whatever the engine makes of them.
 */
export class Recorder {
  readonly #executions = new Map<string, string[]>()
  opened = 0
  closed = 0
  frames = 0
  /** Of the last frame, or of the opening of the socket; null while there is none. Monotonic. */
  lastFrameAt: number | null = null

  constructor(private readonly clock: FastClock) {}

  wrap(open: OpenSocket): OpenSocket {
    return (request, events) => {
      this.opened += 1
      return open(request, {
        ...events,
        opened: () => {
          this.lastFrameAt = this.clock.monotonic()
          events.opened()
        },
        frame: (bytes, binary) => {
          this.frames += 1
          this.lastFrameAt = this.clock.monotonic()
          this.#hear(bytes)
          events.frame(bytes, binary)
        },
        pong: () => events.pong(),
        refused: (...answer) => events.refused(...answer),
        closed: (ending) => {
          this.closed += 1
          this.lastFrameAt = null
          events.closed(ending)
        }
      })
    }
  }

  /** In a canonical spelling, sorted: a bag, in which two equal trades are two. */
  executions(market: string): string[] {
    return [...(this.#executions.get(market) ?? [])].sort()
  }

  #hear(bytes: Uint8Array): void {
    const text = Buffer.from(bytes).toString('utf8')
    if (!text.includes('execution_data')) return
    let message: { channel?: { type?: unknown }; payload?: Record<string, unknown> }
    try {
      message = JSON.parse(text) as typeof message
    } catch {
      return
    }
    if (message.channel?.type !== 'execution_data' || !message.payload) return
    const { market, price, amount, executed_at } = message.payload
    if (typeof market !== 'string') return
    const list = this.#executions.get(market) ?? []
    list.push(spell(String(price), String(amount), parseTime(String(executed_at))!))
    this.#executions.set(market, list)
  }
}

export const spell = (price: string, amount: string, time: bigint) =>
  `${canonicalDecimal(price)} ${canonicalDecimal(amount)} ${time}`
