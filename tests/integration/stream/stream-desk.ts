import type { StreamStatus } from '#shared/contract/market/markets'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import { startSandbox } from '#sandbox/index'
import { decodeStreamMessage, type StreamMessage } from '#shared/wire/stream-decoder'
import type { SessionOptions } from '#engine/connection/stream/options'
import { StreamSession } from '#engine/connection/stream/session'
import type { Channel } from '#engine/connection/stream/types'
import { openWebSocket } from '#engine/connection/stream/web-socket'
import { Restraints, TokenSource } from '#engine/connection/tokens/index'
import { QuickClock } from './quick-clock'

/** A real session and service over sockets, on an accelerated clock. */
export async function openStreamHarness(options: Partial<SessionOptions> = {}, factor = 20) {
  const clock = new QuickClock(factor)
  const sandbox = await startSandbox({ seed: 7, rate: 40, addresses: 1, clock })
  const { auth_url, client_id, client_secret, ws_url, control_url, control_key } = sandbox.description
  let seed = 7
  const fraction = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const tokens = new TokenSource({
    clock,
    restraint: new Restraints(clock, fraction).at(auth_url),
    access: async () => ({
      tokenHost: auth_url,
      clientId: client_id,
      clientSecret: client_secret,
      scopes: ['exchange:read_aggregated_marketdata_stream']
    }),
    fetch: (url, init) => fetch(url, init),
    keepOutOfLogs: () => undefined
  })
  const received: string[] = []
  const errors: [string, string | null][] = []
  const statuses: StreamStatus[] = []
  const messages: StreamMessage[] = []
  const handshakes: number[] = []
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const each of [...listeners]) each()
  }
  const nameOf = ({ type, market }: Channel) => `${type === 'market_data' ? 'book' : 'trades'} ${market}`
  const report = (text: string) => {
    received.push(text)
    notify()
  }
  const open = openWebSocket()
  const session = new StreamSession(
    {
      clock,
      random: fraction,
      tokens,
      open(request, events) {
        handshakes.push(clock.monotonic())
        return open(request, events)
      },
      address: async () => ws_url,
      read(bytes) {
        let value: unknown = null
        try {
          value = JSON.parse(Buffer.from(bytes).toString('utf8'))
        } catch {
          // Counted as unrecognized.
        }
        const message = decodeStreamMessage(value)
        messages.push(message)
        notify()
        if (message.kind === 'book' || message.kind === 'execution') return 'market'
        return message.kind === 'unrecognized' ? 'unrecognized' : message
      },
      events: {
        status(status) {
          statuses.push(status)
          notify()
        },
        opened: () => report('opened'),
        lost: () => report('lost'),
        closing: (channel) => report(`closing ${nameOf(channel)}`),
        closed: (channel) => report(`closed ${nameOf(channel)}`),
        subscribed: (channel) => report(`subscribed ${nameOf(channel)}`),
        refused: (channel, code) => report(`refused ${nameOf(channel)} ${code}`),
        declined: (channel, code) => report(`declined ${nameOf(channel)} ${code}`),
        error(code, _words, channel) {
          errors.push([code, channel && nameOf(channel)])
          notify()
        }
      }
    },
    options
  )

  /** Polled after each event and while silent. */
  type Maybe<Value> = Value | null | undefined | false
  async function until<Value>(condition: () => Maybe<Value> | Promise<Maybe<Value>>): Promise<Value> {
    for (;;) {
      const value = await condition()
      if (value) return value
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          listeners.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, 10)
        listeners.add(wake)
      })
    }
  }

  return {
    clock,
    sandbox,
    session,
    tokens,
    received,
    errors,
    statuses,
    messages,
    handshakes,
    until,
    on: (name: ScenarioName) => sandbox.scenarios.switchOn(name),
    off: (name: ScenarioName) => sandbox.scenarios.switchOff(name),
    problems: () => [...new Set(statuses.flatMap(({ problem }) => (problem ? [problem.code] : [])))],
    books: (market: string) =>
      messages.flatMap((message) => (message.kind === 'book' && message.market === market ? [message] : [])),
    async connections() {
      const response = await fetch(`${control_url}/connections`, {
        headers: { authorization: `Bearer ${control_key}` }
      })
      const { connections } = (await response.json()) as {
        connections: { channels: { type: string; params: { market: string } }[] }[]
      }
      return connections.map(({ channels }) =>
        channels.map(({ type, params }) => `${type} ${params.market}`).sort()
      )
    },
    subscribed: () => until(() => session.status.phase === 'subscribed'),
    async close() {
      session.stop()
      tokens.dispose()
      await sandbox.close()
      clock.stop()
    }
  }
}

export type StreamDesk = Awaited<ReturnType<typeof openStreamHarness>>

export const both = (...markets: string[]): Channel[] =>
  markets.flatMap((market) => [
    { type: 'market_data', market },
    { type: 'execution_data', market }
  ])
