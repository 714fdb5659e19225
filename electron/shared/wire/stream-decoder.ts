import type { MarketMessage } from '../domain/market/messages'
import { type ControlMessage, decodeControlMessage } from './stream-decoder-control'
import { decodeMarketMessage, strange, type UnrecognizedMessage } from './stream-decoder-market'
import { isObject, member } from './stream-decoder-values'

export type { ChannelResult, ControlMessage, NamedChannel } from './stream-decoder-control'
export { unspecifiedCode } from './stream-decoder-control'
export type { UnrecognizedMessage, UnrecognizedReason } from './stream-decoder-market'

export type StreamMessage = MarketMessage | ControlMessage | UnrecognizedMessage

/**
 * Any JSON value that came on the stream. It never throws: the interface may grow, and a server of another age may
 * say the same in another shape, so whatever is not understood becomes a `strange` message that can be counted.
 */
export function decodeStreamMessage(value: unknown): StreamMessage {
  if (!isObject(value)) return strange('malformed', 'not an object')
  const channel = member(value, 'channel')
  const payload = member(value, 'payload')
  const type = member(value, 'type')
  // Market data may bear a type of their own as well, and an error may name the channel that it concerns.
  if (payload !== undefined && type !== 'error') return decodeMarketMessage(channel, payload)
  const control = decodeControlMessage(value)
  const lacksPayload = control.kind === 'unrecognized' && channel !== undefined && type === undefined
  return lacksPayload ? decodeMarketMessage(channel, payload) : control
}
