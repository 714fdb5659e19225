import { unrecognized, type UnrecognizedMessage } from './stream-decoder-market'
import { isObject, member, maxText, type Members, nameOf, textOf } from './stream-decoder-values'

/** A channel as sent, possibly of an unknown type. */
export interface NamedChannel {
  readonly type: string
  readonly market: string
}

/** The result for one requested channel. Older servers only send `success`. */
export interface ChannelResult {
  readonly type: string | null
  readonly market: string | null
  readonly success: boolean
  /** Possibly an unknown code. */
  readonly error: string | null
}

interface AcknowledgementMessage {
  readonly kind: 'acknowledgement'
  readonly action: 'subscribe' | 'unsubscribe'
  /** In the order of the request. */
  readonly results: readonly ChannelResult[]
}

interface SubscriptionsMessage {
  readonly kind: 'subscriptions'
  readonly channels: readonly NamedChannel[]
}

interface ErrorMessage {
  readonly kind: 'error'
  readonly code: string
  readonly message: string | null
  readonly channel: NamedChannel | null
}

export type ControlMessage = AcknowledgementMessage | SubscriptionsMessage | ErrorMessage

/** An error without a code. */
export const unspecifiedCode = 'UNSPECIFIED'

/** Longer lists do not come from the service. */
const maxChannels = 100_000
const codeShape = /^[A-Z][A-Z0-9_]*$/

export function decodeControlMessage(message: Members): ControlMessage | UnrecognizedMessage {
  const type = member(message, 'type')
  const channels = member(message, 'channels')
  if (type === 'subscribe' || type === 'unsubscribe') {
    if (Array.isArray(channels)) return decodeAcknowledgement(type, channels)
    return decodeError(message) ?? unrecognized('malformed', `${type} without a list of channels`)
  }
  if (type === 'subscription_list') {
    if (Array.isArray(channels)) return decodeSubscriptions(channels)
    return decodeError(message) ?? unrecognized('malformed', 'subscription_list without a list of channels')
  }
  const error = decodeError(message)
  if (error && (type === 'error' || error.code !== unspecifiedCode)) return error
  if (type === 'error') return { kind: 'error', code: unspecifiedCode, message: null, channel: null }
  if (typeof type !== 'string') return unrecognized('malformed', 'neither channel and payload nor a type')
  return unrecognized('unknown-type', `type ${textOf(type) ?? '""'}`)
}

function decodeAcknowledgement(
  action: 'subscribe' | 'unsubscribe',
  channels: readonly unknown[]
): ControlMessage | UnrecognizedMessage {
  if (channels.length > maxChannels) return unrecognized('malformed', `${action} with too many channels`)
  return { kind: 'acknowledgement', action, results: channels.map(decodeResult) }
}

/** Invalid entries keep their index, because older servers are matched by index. */
function decodeResult(entry: unknown): ChannelResult {
  if (!isObject(entry)) return { type: null, market: null, success: false, error: null }
  const { type, market } = channelIn(entry)
  const success = member(entry, 'success')
  const error = codeIn(entry).code
  return { type, market, success: success === true || (success === undefined && error === null), error }
}

function decodeSubscriptions(list: readonly unknown[]): ControlMessage | UnrecognizedMessage {
  if (list.length > maxChannels) return unrecognized('malformed', 'subscription_list with too many channels')
  const channels: NamedChannel[] = []
  for (const entry of list) {
    const channel = namedChannel(entry)
    if (channel) channels.push(channel)
  }
  return { kind: 'subscriptions', channels }
}

function decodeError(message: Members): ErrorMessage | null {
  const { code, said } = codeIn(message)
  if (code === null && said === null) return null
  const list = member(message, 'channels')
  const channel = namedChannel(member(message, 'channel')) ?? (Array.isArray(list) ? onlyOne(list) : null)
  if (code !== null) return { kind: 'error', code, message: said, channel }
  // Some servers put the code into the message.
  if (said !== null && codeShape.test(said)) return { kind: 'error', code: said, message: null, channel }
  return { kind: 'error', code: unspecifiedCode, message: said, channel }
}

const onlyOne = (list: readonly unknown[]) => (list.length === 1 ? namedChannel(list[0]) : null)

/** `error` or `code`, as text or as an object, with its message. */
function codeIn(object: Members): { code: string | null; said: string | null } {
  const error = member(object, 'error')
  const inner = isObject(error) ? error : null
  const words = isObject(error) ? null : textOf(error, maxText)
  const code =
    textOf(member(object, 'code'), maxText) ??
    (inner && (textOf(member(inner, 'code'), maxText) ?? textOf(member(inner, 'error'), maxText))) ??
    words
  const said =
    textOf(member(object, 'message'), maxText) ??
    (inner && textOf(member(inner, 'message'), maxText)) ??
    (words === code ? null : words)
  return { code, said }
}

function channelIn(object: Members): { type: string | null; market: string | null } {
  const params = member(object, 'params')
  return {
    type: nameOf(member(object, 'type')),
    market: isObject(params) ? nameOf(member(params, 'market')) : null
  }
}

function namedChannel(value: unknown): NamedChannel | null {
  if (!isObject(value)) return null
  const { type, market } = channelIn(value)
  return type !== null && market !== null ? { type, market } : null
}
