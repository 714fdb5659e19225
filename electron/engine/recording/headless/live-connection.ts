import type { Profile } from '#shared/contract/connection/connections'
import { systemClock } from '../../base/clock'
import type { Redactor } from '../../base/log'
import type { Link } from '../../connection'
import { Connecting } from '../../connection/connecting'
import { scopesFor } from '../../connection/scopes'
import { openWebSocket } from '../../connection/stream/web-socket'
import { Live, type StreamRecorder } from '../../market/live'

interface LiveConnectionOptions {
  readonly profile: Profile
  readonly clientSecret: string
  readonly markets: readonly string[]
  readonly staleAfter: number
  /** Milliseconds between two reads of the stream; 0 without it. A wake-up costs as much as dozens of messages. */
  readonly readPause?: number
  readonly redactor: Redactor
  /** One line at a time; may repeat. */
  readonly say: (line: string) => void
  /** What each new stream reports to. */
  readonly begin: (profile: Profile) => StreamRecorder
  /** Each stream, and null when it has ended. */
  readonly onLive: (live: Live | null) => void
  readonly signal: AbortSignal
}

/** A connection with its stream, without the app, until the signal. */
export async function keepLive(options: LiveConnectionOptions): Promise<void> {
  const { profile, markets, redactor, say, signal, begin, onLive, readPause = 0 } = options
  const connecting = new Connecting(
    {
      clock: systemClock,
      random: Math.random,
      fetch,
      keepOutOfLogs: redactor.keep,
      redact: redactor.redact
    },
    () => signal.aborted || say(connecting.status.sentence)
  )
  let live: Live | null = null
  const end = () => {
    if (!live) return
    live.dispose()
    live = null
    onLive(null)
  }
  connecting.onLink((link: Link | null) => {
    end()
    if (!link) return
    live = new Live({
      clock: systemClock,
      random: Math.random,
      open: openWebSocket({ readPause: () => readPause }),
      tokens: link.tokens,
      backOff: link.backOff,
      address: async () => link.access.streamAddress,
      staleAfter: () => options.staleAfter,
      recorder: begin(link.profile),
      redact: redactor.redact
    })
    live.hub.onChange(({ state, reason }) => state === 'refused' && reason !== null && say(reason))
    for (const market of markets) live.hub.hold(market)
    onLive(live)
    live.start()
  })
  const stopped = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true })
  )
  try {
    const { restBase, tokenHost, streamAddress, clientId, features } = profile
    const access = { restBase, tokenHost, streamAddress, clientId, scopes: scopesFor(features) }
    await connecting.connect(profile, async () => ({ ...access, clientSecret: options.clientSecret }))
    if (!signal.aborted) await stopped
  } finally {
    connecting.disconnect()
    end()
  }
}
