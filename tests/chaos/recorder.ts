import { canonicalDecimal } from '#shared/domain/base/decimal'
import { parseTime } from '#shared/domain/base/time'
import type { OpenSocket } from '#engine/connection/stream/types'
import type { FastClock } from './fast-clock'
import type { SeededRandom } from './random'

/** Reads the executions on the socket independently of the engine. */
export class Recorder {
  readonly #executions = new Map<string, string[]>()
  opened = 0
  closed = 0
  frames = 0
  /** The last frame or the opening, monotonic; null if none. */
  lastFrameAt: number | null = null

  /** The share of truncated book messages. */
  cutShare = 0
  cuts = 0
  /** Markets with a truncated message since the last snapshot. */
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
          const received = this.#cutSome(bytes)
          this.#record(received)
          events.frame(received, binary)
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

  /** Canonical and sorted, with duplicates. */
  executions(market: string): string[] {
    return [...(this.#executions.get(market) ?? [])].sort()
  }

  /** A truncated message can be detected, so its loss can be too. */
  #cutSome(bytes: Uint8Array): Uint8Array {
    if (this.cutShare === 0 && this.#cut.size === 0) return bytes
    const { market, type } = parse(bytes, 'market_data')
    if (typeof market !== 'string') return bytes
    if (type === 'SNAPSHOT') this.#cut.delete(market)
    if (this.cutShare === 0 || !this.random.chance(this.cutShare)) return bytes
    this.cuts += 1
    this.#cut.add(market)
    return bytes.subarray(
      0,
      this.random.whole(bytes.indexOf(brackets.open) + 1, bytes.lastIndexOf(brackets.close))
    )
  }

  #record(bytes: Uint8Array): void {
    const { market, price, amount, executed_at } = parse(bytes, 'execution_data')
    if (typeof market !== 'string') return
    const list = this.#executions.get(market) ?? []
    list.push(spell(String(price), String(amount), parseTime(String(executed_at))!))
    this.#executions.set(market, list)
  }
}

const brackets = { open: '{'.charCodeAt(0), close: '}'.charCodeAt(0) }

/** If the frame is complete and of that channel. */
function parse(bytes: Uint8Array, channel: string): Readonly<Record<string, unknown>> {
  const text = Buffer.from(bytes).toString('utf8')
  // Only parses frames that may name the channel.
  if (!text.includes(channel) && !text.includes('\\u')) return {}
  try {
    const message = JSON.parse(text) as { channel?: { type?: unknown }; payload?: Record<string, unknown> }
    return message.channel?.type === channel ? (message.payload ?? {}) : {}
  } catch {
    return {}
  }
}

export const spell = (price: string, amount: string, time: bigint) =>
  `${canonicalDecimal(price)} ${canonicalDecimal(amount)} ${time}`
