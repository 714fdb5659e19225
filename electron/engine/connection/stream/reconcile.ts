import { isChannelType } from '#shared/wire/stream'
import type { NamedChannel } from '#shared/wire/stream-decoder'
import { type Channels, type Entry, keyOf } from './channels'

interface Difference {
  /** Expected to be subscribed, but missing in the list. */
  readonly missing: readonly Entry[]
  /** Expected to be absent, but listed. */
  readonly present: readonly Entry[]
}

/**
 * Compares the service's list with ours. Channels of later requests are ignored, because the list was made before.
 */
export function compareList(
  channels: Channels,
  listed: readonly NamedChannel[],
  request: number
): Difference {
  const there = new Set(listed.map(keyOf))
  for (const { type, market } of listed) if (isChannelType(type)) channels.known({ type, market })
  const sentBefore = channels.all().filter((entry) => entry.request < request)
  return {
    missing: sentBefore.filter(
      ({ key, state }) =>
        !there.has(key) && (state === 'subscribing' || state === 'subscribed' || state === 'unsubscribing')
    ),
    present: sentBefore.filter(({ key, state }) => there.has(key) && state !== 'subscribed')
  }
}
