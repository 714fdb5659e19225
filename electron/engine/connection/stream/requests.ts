import type { ChannelResult } from '#shared/wire/stream-decoder'
import type { StreamAction } from '#shared/wire/stream'
import { channelKey, keyOf } from './channels'
import type { Channel } from './types'

interface Request {
  /** Counts every request of the connection. */
  readonly number: number
  readonly action: StreamAction
  readonly channels: readonly Channel[]
  /** Monotonic. */
  readonly at: number
}

/** What was asked and not answered yet. The service answers in order, so an answer also tells of what it passed over. */
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

  /** The oldest request of this kind; null for an answer that nobody asked for. */
  answered(action: StreamAction): Request | null {
    const index = this.#waiting.findIndex((request) => request.action === action)
    if (index === -1) return null
    return this.#waiting.splice(index, 1)[0] ?? null
  }

  /** Takes out whatever was asked before this one, and can be answered no more. */
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

/**
 * Which result belongs to which channel of the request: by name where the service repeats it, else by place. A channel
 * without a result is null: nobody knows what became of it.
 */
export function matchResults(channels: readonly Channel[], results: readonly ChannelResult[]): Outcome[] {
  const places = new Map(channels.map((channel, place) => [keyOf(channel), place]))
  const matched: (ChannelResult | null)[] = channels.map(() => null)
  const nameless: [number, ChannelResult][] = []
  results.forEach((result, place) => {
    const { type, market } = result
    const named = type !== null && market !== null ? places.get(channelKey(type, market)) : undefined
    if (named !== undefined && matched[named] === null) matched[named] = result
    else if (named === undefined) nameless.push([place, result])
  })
  for (const [place, result] of nameless) {
    const channel = channels[place]
    // Another channel's name is another channel's result.
    const fits =
      channel &&
      (result.type === null || result.type === channel.type) &&
      (result.market === null || result.market === channel.market)
    if (fits && matched[place] === null) matched[place] = result
  }
  return channels.map((channel, place) => ({ channel, result: matched[place] ?? null }))
}
