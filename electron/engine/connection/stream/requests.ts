import type { ChannelResult } from '#shared/wire/stream-decoder'
import type { StreamAction } from '#shared/wire/stream'
import { channelKey, keyOf } from './channels'
import type { Channel } from './types'

interface Request {
  /** Sequential within a connection. */
  readonly number: number
  readonly action: StreamAction
  readonly channels: readonly Channel[]
  /** Monotonic. */
  readonly at: number
}

/** Unanswered requests. The service answers in order, so an answer also shows what it skipped. */
export class Requests {
  #waiting: Request[] = []
  #count = 0

  /** @returns the text to send */
  make(action: StreamAction, channels: readonly Channel[], at: number): { request: Request; text: string } {
    this.#count += 1
    const request = { number: this.#count, action, channels, at }
    this.#waiting.push(request)
    const wire = channels.map(({ type, market }) => ({ type, params: { market } }))
    const text = JSON.stringify(
      action === 'subscription_list' ? { type: action } : { type: action, channels: wire }
    )
    return { request, text }
  }

  /** The oldest request of this kind; null for an unexpected answer. */
  answered(action: StreamAction): Request | null {
    const index = this.#waiting.findIndex((request) => request.action === action)
    if (index === -1) return null
    return this.#waiting.splice(index, 1)[0] ?? null
  }

  /** Removes older requests, which can no longer be answered. */
  passedOver(number: number): Request[] {
    const passed = this.#waiting.filter((request) => request.number < number)
    this.#waiting = this.#waiting.filter((request) => request.number >= number)
    return passed
  }

  oldest(kind: 'change' | 'list'): Request | null {
    return this.#waiting.find(({ action }) => (action === 'subscription_list') === (kind === 'list')) ?? null
  }

  get length(): number {
    return this.#waiting.length
  }

  clear(): void {
    this.#waiting = []
  }
}

type Outcome = { readonly channel: Channel; readonly result: ChannelResult | null }

/** Matches by name if the service repeats it, else by index. Null if there is no result. */
export function matchResults(channels: readonly Channel[], results: readonly ChannelResult[]): Outcome[] {
  const positions = new Map(channels.map((channel, position) => [keyOf(channel), position]))
  const matched: (ChannelResult | null)[] = channels.map(() => null)
  const nameless: [number, ChannelResult][] = []
  results.forEach((result, position) => {
    const { type, market } = result
    const named = type !== null && market !== null ? positions.get(channelKey(type, market)) : undefined
    if (named !== undefined && matched[named] === null) matched[named] = result
    else if (named === undefined) nameless.push([position, result])
  })
  for (const [position, result] of nameless) {
    const channel = channels[position]
    // A result with another channel's name does not match.
    const fits =
      channel &&
      (result.type === null || result.type === channel.type) &&
      (result.market === null || result.market === channel.market)
    if (fits && matched[position] === null) matched[position] = result
  }
  return channels.map((channel, position) => ({ channel, result: matched[position] ?? null }))
}
