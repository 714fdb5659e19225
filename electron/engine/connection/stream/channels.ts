import type { Channel } from './types'

/** What the service does with a channel on the connection that there is now, as far as we know. */
export type ChannelState = 'absent' | 'subscribing' | 'subscribed' | 'unsubscribing' | 'refused'

export interface Entry {
  readonly key: string
  readonly channel: Channel
  desired: boolean
  state: ChannelState
  /** It is subscribed, but only a new subscription brings what is needed. */
  renew: boolean
  /** Monotonic time by which a renewal must be done. */
  renewBy: number | null
  /** Number of the last request that named it. */
  request: number
  /** Failures in a row, and the monotonic time before which it is not asked for again. */
  failures: number
  notBefore: number
  /** Subscriptions in a row that the service took for superfluous. */
  superfluous: number
  /** A list of the service's did not hold it although it was subscribed. */
  missedByList: boolean
  /** Why the service refused or declined it. */
  code: string | null
}

export const channelKey = (type: string, market: string) => `${type} ${market}`
export const keyOf = ({ type, market }: { readonly type: string; readonly market: string }) =>
  channelKey(type, market)

/** Desired and actual channels, kept apart. An entry goes when it is neither. */
export class Channels {
  readonly #entries = new Map<string, Entry>()

  /** @returns those that were not desired before */
  desire(channels: readonly Channel[]): Entry[] {
    const wanted = new Map(channels.map((channel) => [keyOf(channel), channel]))
    for (const entry of this.#entries.values()) {
      if (!entry.desired || wanted.has(entry.key)) continue
      entry.desired = false
      entry.renewBy = null
      if (entry.state === 'refused') entry.state = 'absent'
      this.#removeIfIdle(entry)
    }
    const anew: Entry[] = []
    for (const channel of wanted.values()) {
      const entry = this.known(channel)
      if (entry.desired) continue
      Object.assign(entry, { desired: true, failures: 0, notBefore: 0, code: null })
      anew.push(entry)
    }
    return anew
  }

  /** Of a new connection nothing is known. */
  reset(): void {
    for (const entry of this.#entries.values()) {
      Object.assign(entry, blank())
      this.#removeIfIdle(entry)
    }
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  /** Also makes one for a channel that the service alone knows of. */
  known(channel: Channel): Entry {
    const key = keyOf(channel)
    let entry = this.#entries.get(key)
    if (!entry) {
      const { type, market } = channel
      entry = { key, channel: { type, market }, desired: false, ...blank() }
      this.#entries.set(key, entry)
    }
    return entry
  }

  move(entry: Entry, state: ChannelState): void {
    entry.state = state
    this.#removeIfIdle(entry)
  }

  all(): Entry[] {
    return [...this.#entries.values()]
  }

  count(state: ChannelState): number {
    let count = 0
    for (const entry of this.#entries.values()) if (entry.state === state) count += 1
    return count
  }

  #removeIfIdle(entry: Entry): void {
    if (!entry.desired && entry.state === 'absent') this.#entries.delete(entry.key)
  }
}

const blank = () => ({
  state: 'absent' as ChannelState,
  renew: false,
  renewBy: null,
  request: 0,
  failures: 0,
  notBefore: 0,
  superfluous: 0,
  missedByList: false,
  code: null
})
