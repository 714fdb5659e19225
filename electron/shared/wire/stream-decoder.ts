import type { MarketMessage } from '../domain/market/messages'
import { type ControlMessage, decodeControlMessage } from './stream-decoder-control'
import { decodeMarketMessage, unrecognized, type UnrecognizedMessage } from './stream-decoder-market'
import { isObject, member } from './stream-decoder-values'

export type { ChannelResult, ControlMessage, NamedChannel } from './stream-decoder-control'
export { unspecifiedCode } from './stream-decoder-control'
export type { UnrecognizedMessage, UnrecognizedReason } from './stream-decoder-market'

export type StreamMessage = MarketMessage | ControlMessage | UnrecognizedMessage

/**
 * Decodes any JSON value without throwing. Values that are not understood become an `unrecognized` message, which is
 * counted.
 */
export function decodeStreamMessage(value: unknown): StreamMessage {
  if (!isObject(value)) return unrecognized('malformed', 'not an object')
  const channel = member(value, 'channel')
  const payload = member(value, 'payload')
  const type = member(value, 'type')
  // Market data may have a type too, and an error may name its channel.
  if (payload !== undefined && type !== 'error') return decodeMarketMessage(channel, payload)
  const control = decodeControlMessage(value)
  const lacksPayload = control.kind === 'unrecognized' && channel !== undefined && type === undefined
  return lacksPayload ? decodeMarketMessage(channel, payload) : control
}
