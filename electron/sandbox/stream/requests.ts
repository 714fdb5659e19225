import {
  isChannelType,
  isStreamAction,
  type StreamErrorCode,
  type WireAnswer,
  type WireChannel,
  type WireChannelResult,
  type WireStreamError
} from '#shared/wire/stream'

/** The channels that a request changes. */
export interface Subscriptions {
  hasMarket(market: string): boolean
  hasChannel(channel: WireChannel): boolean
  add(channel: WireChannel): void
  remove(channel: WireChannel): void
  list(): readonly WireChannel[]
}

/** Bounds the server's answers. */
const maxChannels = 10_000
const maxNameLength = 64

const wrong = (error: StreamErrorCode): WireStreamError => ({ type: 'error', error })

type Members = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Own members only, so that "constructor" counts as absent.
const member = (object: Members, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

const shortText = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= maxNameLength ? value : null

/** Handles one request and returns its only answer. */
export function answerRequest(text: string, subscriptions: Subscriptions): WireAnswer {
  let request: unknown
  try {
    request = JSON.parse(text)
  } catch {
    return wrong('MALFORMED_REQUEST')
  }
  if (!isObject(request)) return wrong('MALFORMED_REQUEST')
  const action = member(request, 'type')
  if (typeof action !== 'string') return wrong('MALFORMED_REQUEST')
  if (!isStreamAction(action)) return wrong('UNKNOWN_ACTION')
  try {
    if (action === 'subscription_list') return { type: action, channels: subscriptions.list() }
    const channels = member(request, 'channels')
    if (!Array.isArray(channels) || channels.length > maxChannels) return wrong('MALFORMED_REQUEST')
    if (channels.length === 0) return wrong('NO_EFFECT_ACTION')
    return { type: action, channels: channels.map((entry) => change(action, entry, subscriptions)) }
  } catch {
    return wrong('INTERNAL_SERVER_ERROR')
  }
}

function change(
  action: 'subscribe' | 'unsubscribe',
  entry: unknown,
  subscriptions: Subscriptions
): WireChannelResult {
  const type = isObject(entry) ? shortText(member(entry, 'type')) : null
  const given = isObject(entry) ? member(entry, 'params') : undefined
  const market = isObject(given) ? shortText(member(given, 'market')) : null
  const params = market === null ? {} : { market }
  const failed = (error: StreamErrorCode) => ({ type, params, success: false, error })

  if (type === null || !isChannelType(type)) return failed('UNKNOWN_CHANNEL')
  if (market === null || !subscriptions.hasMarket(market))
    return failed('UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
  const channel: WireChannel = { type, params: { market } }
  if (subscriptions.hasChannel(channel) === (action === 'subscribe')) return failed('NO_EFFECT_ACTION')
  if (action === 'subscribe') subscriptions.add(channel)
  else subscriptions.remove(channel)
  return { type, params, success: true }
}
