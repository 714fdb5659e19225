import type { StreamStatus } from '#shared/contract/market/markets'
import type { ChannelType } from '#shared/wire/stream'
import type { ControlMessage } from '#shared/wire/stream-decoder'
import type { Clock, Random } from '../../base/clock'

export interface Channel {
  readonly type: ChannelType
  readonly market: string
}

/** What was read in a frame: market data have already gone to the hub, a control message is for the session. */
export type Read = 'market' | 'unrecognized' | ControlMessage

/** A socket that is not open yet, or is. All callbacks end with `closed`, which comes exactly once. */
export interface SocketEvents {
  opened(): void
  /** `bytes` may be looked at during the call alone. */
  frame(bytes: Uint8Array, binary: boolean): void
  /** Our ping was answered. */
  pong(): void
  /** The handshake was answered with something else than an upgrade; `retryAfter` is that header, as it came. */
  refused(status: number, body: string, retryAfter: string | null): void
  /** `problem` is what went wrong, where the network said so; code 1006 where the other end said nothing. */
  closed(ending: { readonly code: number; readonly reason: string; readonly problem: unknown }): void
}

export interface Socket {
  send(text: string): void
  ping(): void
  /** Says goodbye and lets go soon, even if nobody answers. */
  close(code: number, reason: string): void
  /** Lets go at once: for a socket that is distrusted. */
  terminate(): void
}

export interface SocketRequest {
  readonly address: string
  readonly token: string
  /** A larger frame ends the connection. */
  readonly maxBytes: number
  readonly handshakeMilliseconds: number
}

export type OpenSocket = (request: SocketRequest, events: SocketEvents) => Socket

/** Where the session gets its token from: one that is valid for a while yet, asked for anew where needed. */
export interface SessionTokens {
  valid(signal: AbortSignal): Promise<string>
  /** The service did not accept it: the next one is a fresh one. */
  drop(token: string): void
}

/** The session tells whoever keeps the books what becomes of each channel. */
export interface SessionEvents {
  status(status: StreamStatus): void
  /** A socket is open, with no channel yet. */
  opened(): void
  /** The socket is gone, and every subscription with it. */
  lost(): void
  /** An unsubscribe is on its way: what comes on the channel until `closed` belongs to the past. */
  closing(channel: Channel): void
  closed(channel: Channel): void
  /** Subscribed: a snapshot comes, or has come already. */
  subscribed(channel: Channel): void
  /** The service refused the channel, e.g. because there is no such market. */
  refused(channel: Channel, code: string): void
  /** The service declined the channel for a reason that may pass; it is asked again. */
  declined(channel: Channel, code: string): void
  /** One of the service's error codes, or an unknown one, with the channel that it concerns where that is known. */
  error(code: string, message: string | null, channel: Channel | null): void
}

export interface SessionPorts {
  readonly clock: Clock
  readonly random: Random
  readonly open: OpenSocket
  readonly tokens: SessionTokens
  readonly address: () => Promise<string>
  /** `at` is monotonic. */
  readonly read: (bytes: Uint8Array, binary: boolean, at: number) => Read
  readonly events: SessionEvents
  /** Strikes secrets out of what the service says, before it is quoted. */
  readonly redact?: ((text: string) => string) | undefined
}
