import type { BookMessage, MarketMessage } from '#shared/domain/market/messages'
import { createRedactor } from '../../base/log'
import { formatLine, isMessage, type LoggedItem } from '../log/lines'
import { marketMessage } from '../parquet/market-rows'
import { nanosecondsOf } from '../replay/log-time'
import { readEvent } from '../replay/logged-event'

interface MarketLine {
  readonly seq: number
  readonly line: Buffer
  readonly message: MarketMessage | null
  readonly isRedacted: boolean
}

export interface NumberedMessage<Message = MarketMessage> {
  readonly seq: number
  readonly message: Message
}

export const isBook = (each: NumberedMessage): each is NumberedMessage<BookMessage> =>
  each.message.kind === 'book'

const { redact } = createRedactor()

/** The line of an item that concerns a market, as in the log; null for any other item. */
export function marketLine(item: LoggedItem, market: string): MarketLine | null {
  const message = isMessage(item) ? marketMessage(item.content) : null
  const concerns = isMessage(item) ? message?.market === market : isEventOf(item, market)
  if (!concerns) return null
  const text = item.content.toString('utf8')
  const safe = redact(text)
  const isRedacted = safe !== text
  const content = isRedacted ? Buffer.from(safe) : item.content
  const line = formatLine(item.seq, String(nanosecondsOf(item)), item.kind, content)
  return { seq: item.seq, line, message, isRedacted }
}

function isEventOf({ kind, content }: LoggedItem, market: string): boolean {
  if (kind === 'g') return true
  const event = kind === 'e' ? readEvent(content) : null
  if (!event) return false
  if ('channel' in event) return event.channel.market === market
  return !('market' in event) || event.market === market
}
