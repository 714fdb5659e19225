import type { BookMessage, MarketMessage } from '#shared/domain/market/messages'
import { createRedactor } from '../../base/log'
import { formatLine, isMessage, type LoggedItem } from '../log/lines'
import { marketMessage } from '../parquet/message-reader'
import { nanosecondsOf } from '../replay/log-time'
import { droppedBy } from '../parquet/item-rows'
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

/** The line of an item that concerns a market, as in the log but for secrets; null for any other item. */
export function marketLine(item: LoggedItem, market: string): MarketLine | null {
  const message = isMessage(item) ? marketMessage(item.content) : null
  const text = item.content.toString('utf8')
  const safe = isMessage(item) ? message?.market === market && redact(text) : knownPart(item, market)
  if (safe === false) return null
  const isRedacted = safe !== text
  const content = isRedacted ? Buffer.from(safe) : item.content
  const line = formatLine(item.seq, String(nanosecondsOf(item)), item.kind, content)
  return { seq: item.seq, line, message, isRedacted }
}

/** The content of an event or a gap; false if it does not concern the market. */
function knownPart({ kind, content }: LoggedItem, market: string): string | false {
  if (kind === 'g') return JSON.stringify({ dropped: Number(droppedBy(content)) })
  const event = kind === 'e' ? readEvent(content) : null
  if (!event) return false
  const of = 'channel' in event ? event.channel.market : 'market' in event ? event.market : market
  return of === market && JSON.stringify(event)
}
