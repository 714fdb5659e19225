import { isChannelType } from '#shared/wire/stream'
import type { NamedChannel } from '#shared/wire/stream-decoder'
import { type Channels, type Entry, keyOf } from './channels'

interface Difference {
  /** Believed to be subscribed, or on the way to it, and the service does not know of it. */
  readonly missing: readonly Entry[]
  /** Believed to be absent, or on the way to it, and the service has it. */
  readonly present: readonly Entry[]
}

/**
 * What the service's own list says against ours. Channels that a later request names are left out: the list was made
 * before that request.
 */
export function compareList(
  channels: Channels,
  listed: readonly NamedChannel[],
  request: number
): Difference {
  const there = new Set(listed.map(keyOf))
  for (const { type, market } of listed) if (isChannelType(type)) channels.known({ type, market })
  const told = channels.all().filter((entry) => entry.request < request)
  return {
    missing: told.filter(
      ({ key, state }) =>
        !there.has(key) && (state === 'subscribing' || state === 'subscribed' || state === 'unsubscribing')
    ),
    present: told.filter(({ key, state }) => there.has(key) && state !== 'subscribed')
  }
}
