import type { Level, MarketMessage } from '../domain/market/messages'
import { parseTime } from '../domain/base/time'
import { isChannelType } from './stream'
import { isObject, member, type Members, nameOf, priceOf, sizeOf, textOf } from './stream-decoder-values'

export type UnrecognizedReason = 'unknown-channel' | 'unknown-type' | 'unknown-book-type' | 'malformed'

/** Only `malformed` can mean that market data was lost. */
export interface UnrecognizedMessage {
  readonly kind: 'unrecognized'
  readonly reason: UnrecognizedReason
  readonly market: string | null
  /** The second market if channel and payload disagree. */
  readonly otherMarket: string | null
  readonly detail: string
}

export function unrecognized(
  reason: UnrecognizedReason,
  detail: string,
  market: string | null = null,
  otherMarket: string | null = null
): UnrecognizedMessage {
  return { kind: 'unrecognized', reason, market, otherMarket, detail }
}

/** Unknown members are allowed. */
export function decodeMarketMessage(channel: unknown, payload: unknown): MarketMessage | UnrecognizedMessage {
  const params = isObject(channel) ? member(channel, 'params') : undefined
  const stated = isObject(params) ? member(params, 'market') : undefined
  const named = isObject(payload) ? member(payload, 'market') : undefined
  const market = nameOf(named)
  const known = market ?? nameOf(stated)
  const malformed = (detail: string) => unrecognized('malformed', detail, known)

  const type = isObject(channel) ? member(channel, 'type') : undefined
  if (typeof type !== 'string') return malformed('channel.type is not a text')
  if (!isChannelType(type)) return unrecognized('unknown-channel', `channel ${textOf(type) ?? '""'}`, known)
  if (!isObject(payload)) return malformed('payload is not an object')
  if (market === null) return malformed('payload.market is not a name')
  if (stated !== undefined && stated !== market) {
    return unrecognized('malformed', 'channel and payload name different markets', market, nameOf(stated))
  }
  return type === 'market_data' ? decodeBook(payload, market) : decodeExecution(payload, market)
}

function decodeBook(payload: Members, market: string): MarketMessage | UnrecognizedMessage {
  const malformed = (detail: string) => unrecognized('malformed', detail, market)
  const type = member(payload, 'type')
  if (typeof type !== 'string') return malformed('payload.type is not a text')
  if (type !== 'SNAPSHOT' && type !== 'UPDATE') {
    return unrecognized('unknown-book-type', `type ${textOf(type) ?? '""'}`, market)
  }
  const time = timeOf(member(payload, 'time'))
  if (time === null) return malformed('payload.time is not a time')
  const bids = decodeLevels(member(payload, 'bids'), 'bids')
  if (typeof bids === 'string') return malformed(bids)
  const asks = decodeLevels(member(payload, 'asks'), 'asks')
  if (typeof asks === 'string') return malformed(asks)
  return { kind: 'book', market, snapshot: type === 'SNAPSHOT', time, bids, asks }
}

/** Or the error. */
function decodeLevels(value: unknown, side: 'bids' | 'asks'): Level[] | string {
  if (!Array.isArray(value)) return `payload.${side} is not a list`
  const levels: Level[] = []
  for (const entry of value as unknown[]) {
    const at = `payload.${side}[${levels.length}]`
    if (!isObject(entry)) return `${at} is not an object`
    const price = priceOf(member(entry, 'price'))
    if (!price) return `${at}.price is not a price`
    const amount = sizeOf(member(entry, 'amount'))
    if (!amount) return `${at}.amount is not an amount`
    levels.push({ price, amount })
  }
  return levels
}

function decodeExecution(payload: Members, market: string): MarketMessage | UnrecognizedMessage {
  const malformed = (detail: string) => unrecognized('malformed', detail, market)
  const price = priceOf(member(payload, 'price'))
  if (!price) return malformed('payload.price is not a price')
  const amount = sizeOf(member(payload, 'amount'))
  if (!amount) return malformed('payload.amount is not an amount')
  const executedAt = timeOf(member(payload, 'executed_at'))
  if (executedAt === null) return malformed('payload.executed_at is not a time')
  return { kind: 'execution', market, price, amount, executedAt }
}

const timeOf = (value: unknown) => (typeof value === 'string' ? parseTime(value) : null)
