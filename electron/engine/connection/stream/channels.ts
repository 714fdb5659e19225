import type { Channel } from './types'

/** The state of a channel on the current connection, as far as known. */
export type ChannelState = 'absent' | 'subscribing' | 'subscribed' | 'unsubscribing' | 'refused'

export interface Entry {
  readonly key: string
  readonly channel: Channel
  desired: boolean
  state: ChannelState
  /** Subscribed, but a new subscription is needed. */
  renew: boolean
  /** The monotonic deadline of a renewal. */
  renewBy: number | null
  /** The last request that named it. */
  request: number
  /** Consecutive failures, and the monotonic time of the next attempt. */
  failures: number
  notBefore: number
  /** Consecutive subscriptions reported as superfluous. */
  superfluous: number
  /** Missing in the service's list although subscribed. */
  missedByList: boolean
  /** Why the service refused or declined it. */
  code: string | null
}

export const channelKey = (type: string, market: string) => `${type} ${market}`
export const keyOf = ({ type, market }: { readonly type: string; readonly market: string }) =>
  channelKey(type, market)

/** Desired and actual channels. An entry is removed when it is neither. */
export class Channels {
  readonly #entries = new Map<string, Entry>()

  /** @returns the newly desired channels */
  desire(channels: readonly Channel[]): Entry[] {
    const wanted = new Map(channels.map((channel) => [keyOf(channel), channel]))
    for (const entry of this.#entries.values()) {
      if (!entry.desired || wanted.has(entry.key)) continue
      entry.desired = false
      entry.renewBy = null
      if (entry.state === 'refused') entry.state = 'absent'
      this.#removeIfIdle(entry)
    }
    const added: Entry[] = []
    for (const channel of wanted.values()) {
      const entry = this.known(channel)
      if (entry.desired) continue
      Object.assign(entry, { desired: true, failures: 0, notBefore: 0, code: null })
      added.push(entry)
    }
    return added
  }

  reset(): void {
    for (const entry of this.#entries.values()) {
      Object.assign(entry, blank())
      this.#removeIfIdle(entry)
    }
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  /** Adds channels that only the service knows. */
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
