import type { StreamStatus } from '#shared/contract/market/markets'
import type { Clock, Random } from '../../base/clock'
import { retryAfter, type BackOff } from '../../base/http'
import { Hub } from '../hub'
import type { LiveMarket } from '../types'
import { withBookTimes, type BookTimes } from './book-times'
import { FrameReader } from './reader'
import { StreamSession } from '../../connection/stream/session'
import { isSilent } from '../../connection/stream/session-words'
import type { Channel, OpenSocket, Read, SessionEvents, SessionTokens } from '../../connection/stream/types'
import { quotable, type Redact } from './quotable'
import { recordedEvents, withoutSecrets, type StreamRecorder } from './recording'

/** For Diagnostics and the service's clock. */
export interface LiveObserver extends BookTimes {
  /** `at` is monotonic. */
  frame(bytes: Uint8Array, binary: boolean, at: number): void
  sent(text: string): void
  status(status: StreamStatus): void
  resync(market: string): void
  error(code: string, message: string | null, channel: Channel | null): void
  refused(channel: Channel, code: string): void
}

interface LivePorts {
  readonly clock: Clock
  readonly random: Random
  readonly open: OpenSocket
  readonly tokens: SessionTokens
  readonly address: () => Promise<string>
  readonly staleAfter: () => number
  /** Milliseconds since the epoch, or null while unknown. */
  readonly serviceNow?: () => number | null
  /** Shared by the whole connection. */
  readonly backOff?: BackOff
  /** Called with each newly held market; the returned function is called when it is removed. */
  readonly attach?: (market: LiveMarket) => () => void
  readonly observer?: LiveObserver
  readonly recorder?: StreamRecorder | undefined
  /** Removes secrets from service text before it is quoted. */
  readonly redact?: Redact | undefined
}

/** One connection's stream: session, reader and hub. */
export class Live {
  readonly hub: Hub
  readonly session: StreamSession
  readonly reader: FrameReader

  constructor(private readonly ports: LivePorts) {
    const { clock, random, open, tokens, address, staleAfter, serviceNow, observer } = ports
    this.hub = new Hub({
      clock,
      staleAfter,
      register: (market) => this.reader.register(market),
      desire: (channels) => this.session.desire(channels),
      resync: (market) => {
        ports.recorder?.event({ event: 'resync', market })
        observer?.resync(market)
        this.session.resync(market)
      },
      attach: (market) => this.#attach(market),
      retried: (market) => ports.recorder?.event({ event: 'retried', market }),
      ...(serviceNow && { serviceNow })
    })
    ports.recorder?.attach?.(() => this.hub.save())
    this.reader = new FrameReader(observer ? withBookTimes(this.hub, observer) : this.hub)
    this.session = new StreamSession(
      {
        clock,
        random,
        tokens,
        address,
        redact: ports.redact,
        open: overheard(open, ports),
        read: (bytes, binary, at) => this.#read(bytes, binary, at),
        events: ports.recorder ? recordedEvents(this.#events, ports.recorder) : this.#events
      },
      { staleAfter }
    )
  }

  start(): void {
    this.session.start()
  }

  dispose(): void {
    this.session.stop()
    this.hub.dispose()
  }

  #attach(market: LiveMarket): () => void {
    const { recorder, attach } = this.ports
    recorder?.event({ event: 'held', market: market.name })
    const detach = attach?.(market)
    return () => {
      recorder?.event({ event: 'released', market: market.name })
      detach?.()
    }
  }

  get #events(): SessionEvents {
    const { hub } = this
    const { observer } = this.ports
    return {
      status(status) {
        if (isSilent(status.phase, status.problem?.code)) hub.silent()
        observer?.status(status)
      },
      opened: () => hub.opened(),
      lost: () => hub.lost(),
      closing: (channel) => hub.closing(channel),
      closed: (channel) => hub.closed(channel),
      subscribed: (channel) => hub.subscribed(channel),
      refused(channel, code) {
        observer?.refused(channel, code)
        hub.refused(channel, code)
      },
      declined: (channel, code) => hub.declined(channel, code),
      error: (code, message, channel) => observer?.error(code, message, channel)
    }
  }

  #read(bytes: Uint8Array, binary: boolean, at: number): Read {
    this.ports.observer?.frame(bytes, binary, at)
    const read = this.#recordedRead(bytes, binary, at)
    // Unrecognized frames do not keep a book up to date.
    if (read !== 'unrecognized') this.hub.frameReceived(at)
    return typeof read === 'string' ? read : quotable(read, this.ports.redact)
  }

  #recordedRead(bytes: Uint8Array, binary: boolean, at: number): Read {
    const { reader } = this
    const { recorder, redact } = this.ports
    if (!recorder) return reader.read(bytes, binary, at)
    const { fast } = reader.counts
    recorder.reading()
    try {
      return reader.read(bytes, binary, at)
    } finally {
      const isUsual = reader.counts.fast > fast
      recorder.frame(isUsual || !redact ? bytes : withoutSecrets(bytes, redact), binary, at)
    }
  }
}

/** The same socket, observed for Diagnostics and the shared back-off. */
const overheard =
  (open: OpenSocket, { clock, observer, backOff }: LivePorts): OpenSocket =>
  (request, events) => {
    const socket = open(request, {
      opened() {
        backOff?.relax()
        events.opened()
      },
      frame: (bytes, binary) => events.frame(bytes, binary),
      pong: () => events.pong(),
      refused(status, body, header) {
        if (status === 429) {
          backOff?.slowDown(retryAfter(new Headers(header === null ? {} : { 'retry-after': header }), clock))
        }
        events.refused(status, body, header)
      },
      closed: (ending) => events.closed(ending)
    })
    return {
      send(text) {
        observer?.sent(text)
        socket.send(text)
      },
      ping: () => socket.ping(),
      close: (code, reason) => socket.close(code, reason),
      terminate: () => socket.terminate()
    }
  }
