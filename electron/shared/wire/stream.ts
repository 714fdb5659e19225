/** The stream's messages as the service sends them (sections 4.4, 6 and 7 of its description). */
const channelTypes = ['market_data', 'execution_data'] as const
export type ChannelType = (typeof channelTypes)[number]

export const isChannelType = (text: string): text is ChannelType =>
  (channelTypes as readonly string[]).includes(text)

const streamActions = ['subscribe', 'unsubscribe', 'subscription_list'] as const
export type StreamAction = (typeof streamActions)[number]

export const isStreamAction = (text: string): text is StreamAction =>
  (streamActions as readonly string[]).includes(text)

export const streamErrorCodes = [
  'UNKNOWN_ACTION',
  'INTERNAL_SERVER_ERROR',
  'MALFORMED_REQUEST',
  'NO_EFFECT_ACTION',
  'UNKNOWN_CHANNEL',
  'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION'
] as const
export type StreamErrorCode = (typeof streamErrorCodes)[number]

export interface WireChannel {
  readonly type: ChannelType
  readonly params: { readonly market: string }
}

/** As requested; it may not exist. */
export interface WireChannelResult {
  readonly type: string | null
  readonly params: { readonly market?: string }
  readonly success: boolean
  readonly error?: StreamErrorCode
}

interface WireAcknowledgement {
  readonly type: 'subscribe' | 'unsubscribe'
  readonly channels: readonly WireChannelResult[]
}

interface WireSubscriptionList {
  readonly type: 'subscription_list'
  readonly channels: readonly WireChannel[]
}

export interface WireStreamError {
  readonly type: 'error'
  readonly error: StreamErrorCode
}

export type WireAnswer = WireAcknowledgement | WireSubscriptionList | WireStreamError
