import { canonicalDecimal } from '../../electron/shared/domain/decimal'
import { parseTime } from '../../electron/shared/domain/time'
import type { OpenSocket } from '../../electron/engine/stream/types'
import type { FastClock } from './fast-clock'
import type { SeededRandom } from './random'

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

  /** So many of all messages of books come cut short while it is above zero. */
  cutShare = 0
  cuts = 0
  /** Markets of which a message was cut since the last whole snapshot: their books cannot be right. */
  readonly #cut = new Set<string>()

  constructor(
    private readonly clock: FastClock,
    private readonly random: SeededRandom
  ) {}

  isCut(market: string): boolean {
    return this.#cut.has(market)
  }

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
          const heard = this.#cutSome(bytes)
          this.#hear(heard)
          events.frame(heard, binary)
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

  /** A message that is not whole can be told from one that is, so its loss is one that can be detected. */
  #cutSome(bytes: Uint8Array): Uint8Array {
    const head = Buffer.from(bytes.subarray(0, 300)).toString('latin1')
    const found = /"market_data","params":\{"market":"(\w+)"/.exec(head)
    const market = found?.[1]
    if (!found || market === undefined) return bytes
    if (this.cutShare > 0 && this.random.chance(this.cutShare)) {
      this.cuts += 1
      this.#cut.add(market)
      // Behind the kind of the channel; what is cut before that might have been anything.
      const kindEnds = found.index + '"market_data"'.length
      return bytes.subarray(0, this.random.whole(kindEnds, bytes.length - 1))
    }
    if (head.includes('"type":"SNAPSHOT"')) this.#cut.delete(market)
    return bytes
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
