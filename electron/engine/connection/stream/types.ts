import type { StreamStatus } from '#shared/contract/market/markets'
import type { ChannelType } from '#shared/wire/stream'
import type { ControlMessage } from '#shared/wire/stream-decoder'
import type { Clock, Random } from '../../base/clock'

export interface Channel {
  readonly type: ChannelType
  readonly market: string
}

/** Market data already went to the hub; control messages are for the session. */
export type Read = 'market' | 'unrecognized' | ControlMessage

/** The last event is `closed`, exactly once. */
export interface SocketEvents {
  opened(): void
  /** `bytes` is only valid during the call. */
  frame(bytes: Uint8Array, binary: boolean): void
  pong(): void
  /** The handshake was refused; `retryAfter` is the raw header. */
  refused(status: number, body: string, retryAfter: string | null): void
  /** `problem` if the network reported one; code 1006 if there was no close frame. */
  closed(ending: { readonly code: number; readonly reason: string; readonly problem: unknown }): void
}

export interface Socket {
  send(text: string): void
  ping(): void
  /** Sends a close frame and closes soon even without an answer. */
  close(code: number, reason: string): void
  /** Closes at once. */
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

/** Provides a token that is valid for a while. */
export interface SessionTokens {
  valid(signal: AbortSignal): Promise<string>
  /** The service rejected it, so the next one is fresh. */
  drop(token: string): void
}

export interface SessionEvents {
  status(status: StreamStatus): void
  /** Open, without channels. */
  opened(): void
  /** The socket and its subscriptions are gone. */
  lost(): void
  /** Unsubscribing: ignore data until `closed`. */
  closing(channel: Channel): void
  closed(channel: Channel): void
  /** A snapshot follows or has already arrived. */
  subscribed(channel: Channel): void
  /** Refused, e.g. because the market does not exist. */
  refused(channel: Channel, code: string): void
  /** Declined temporarily; it is retried. */
  declined(channel: Channel, code: string): void
  /** A known or unknown error code, with the channel if known. */
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
  /** Removes secrets from service text before it is quoted. */
  readonly redact?: ((text: string) => string) | undefined
}
