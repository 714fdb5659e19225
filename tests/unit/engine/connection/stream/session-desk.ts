import type { StreamStatus } from '#shared/contract/market/markets'
import { decodeStreamMessage } from '#shared/wire/stream-decoder'
import type { SessionOptions } from '#engine/connection/stream/options'
import { StreamSession } from '#engine/connection/stream/session'
import type { Channel, Read, SessionTokens } from '#engine/connection/stream/types'
import { HandClock } from '../../hand-clock'
import { ScriptedService } from './scripted-service'

/** A clock with sleep and settable wall time. */
export class SettableClock extends HandClock {
  #set = 0

  override wall(): number {
    return super.wall() + this.#set
  }

  setForward(milliseconds: number): void {
    this.#set += milliseconds
  }
}

export class Purse implements SessionTokens {
  readonly dropped: string[] = []
  asked = 0
  /** The last one is repeated. */
  next: () => Promise<string> = () => Promise.resolve(`token-${this.dropped.length + 1}`)

  valid(): Promise<string> {
    this.asked += 1
    return this.next()
  }

  drop(token: string): void {
    this.dropped.push(token)
  }
}

export const market = (name: string): Channel => ({ type: 'market_data', market: name })
export const trades = (name: string): Channel => ({ type: 'execution_data', market: name })
export const both = (...names: string[]) => names.flatMap((name) => [market(name), trades(name)])
const nameOf = ({ type, market: name }: Channel) => `${type === 'market_data' ? 'book' : 'trades'} ${name}`

/** Flushes promises without time. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

export function openDesk(options: Partial<SessionOptions> = {}, random: () => number = () => 0.5) {
  const clock = new SettableClock()
  const service = new ScriptedService(clock)
  const tokens = new Purse()
  const events: string[] = []
  const errors: [string, string | null][] = []
  const statuses: StreamStatus[] = []
  let address = () => Promise.resolve('wss://stream.example/v2/stream')
  let look: (read: Read) => void = () => undefined
  let onEvent: (said: string) => void = () => undefined
  const note = (text: string) => {
    events.push(text)
    onEvent(text)
  }
  const session = new StreamSession(
    {
      clock,
      random,
      tokens,
      open: service.open,
      address: () => address(),
      read(bytes) {
        const message = decodeStreamMessage(JSON.parse(new TextDecoder().decode(bytes)))
        const read: Read =
          message.kind === 'book' || message.kind === 'execution'
            ? 'market'
            : message.kind === 'unrecognized'
              ? 'unrecognized'
              : message
        look(read)
        return read
      },
      events: {
        status(status) {
          statuses.push(status)
          onEvent(status.phase)
        },
        opened: () => note('opened'),
        lost: () => note('lost'),
        closing: (channel) => note(`closing ${nameOf(channel)}`),
        closed: (channel) => note(`closed ${nameOf(channel)}`),
        subscribed: (channel) => note(`subscribed ${nameOf(channel)}`),
        refused: (channel, code) => note(`refused ${nameOf(channel)} ${code}`),
        declined: (channel, code) => note(`declined ${nameOf(channel)} ${code}`),
        error: (code, _words, channel) => errors.push([code, channel && nameOf(channel)])
      }
    },
    options
  )
  return {
    clock,
    service,
    tokens,
    events,
    errors,
    statuses,
    session,
    phases: () => statuses.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]),
    setAddress: (next: () => Promise<string>) => (address = next),
    /** Events as text, statuses as phases. */
    onEvent: (next: (said: string) => void) => (onEvent = next),
    setLook: (next: (read: Read) => void) => (look = next),
    /** In small steps, so that promises are flushed. */
    async pass(milliseconds: number, step = 250) {
      for (let left = milliseconds; left > 0; left -= step) {
        await settle()
        clock.advance(Math.min(step, left))
      }
      await settle()
    },
    /** Until the channels are served. */
    async serve(...channels: Channel[]) {
      session.desire(channels)
      session.start()
      await settle()
      service.last.accept()
      await this.pass(250)
      return service.last
    }
  }
}

export type SessionDesk = ReturnType<typeof openDesk>
