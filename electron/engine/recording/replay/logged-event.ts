import * as v from 'valibot'
import { parseJson } from '#shared/wire/parse-json'
import { isSilent } from '../../connection/stream/session-words'
import type { Channel } from '../../connection/stream/types'
import type { Hub } from '../../market/hub'
import type { LoggedItem } from '../log/lines'
import { savedName as market, savedTime as time } from '../../market/saved'

const channelTypes = ['market_data', 'execution_data'] as const satisfies Channel['type'][]
const itemNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const channel = v.object({ type: v.picklist(channelTypes), market })

/** Events that the markets follow from. */
const schema = v.variant('event', [
  /**
   * With `start`, another run of the app begins: the subscriptions of the one before have ended. With `shared`, numbers
   * before it may be those of another computer.
   */
  v.object({
    event: v.literal('clock'),
    epoch: time,
    start: v.optional(v.boolean()),
    shared: v.optional(v.boolean())
  }),
  v.object({ event: v.literal('settings'), staleAfter: v.pipe(time, v.minValue(1)) }),
  v.object({ event: v.literal('status'), phase: v.string(), problem: v.nullable(v.string()) }),
  v.object({ event: v.picklist(['opened', 'lost']) }),
  v.object({ event: v.picklist(['closing', 'closed', 'subscribed']), channel }),
  v.object({ event: v.picklist(['refused', 'declined']), channel, code: v.string() }),
  v.object({ event: v.picklist(['held', 'retried', 'released']), market }),
  /** In a desk feed alone: of what was received before, its recordings have the items below this number. */
  v.object({
    event: v.literal('recorded'),
    next: itemNumber,
    /** Items below `next` are shared, which arrived before `until`; others are after parts of `every` milliseconds. */
    shared: v.optional(v.object({ next: itemNumber, until: time, every: v.pipe(time, v.minValue(1)) }))
  })
])
export type LoggedEvent = v.InferOutput<typeof schema>
export type SharedNews = NonNullable<Extract<LoggedEvent, { event: 'recorded' }>['shared']>

/** Null for any other event, and for damage. */
export function readEvent(content: Buffer): LoggedEvent | null {
  try {
    const checked = v.safeParse(schema, parseJson(content.toString('utf8'), { strict: true }))
    return checked.success ? checked.output : null
  } catch {
    return null
  }
}

/** Whether the numbers before an item may never have been given to any. */
export function startsShared({ kind, content }: LoggedItem): boolean {
  const event = kind === 'e' ? readEvent(content) : null
  return event?.event === 'clock' && event.start === true && event.shared === true
}

/** The session's actions, as on the live hub. */
export function applyToHub(event: LoggedEvent, hub: Hub): void {
  switch (event.event) {
    case 'status':
      if (isSilent(event.phase, event.problem)) hub.silent()
      return
    case 'retried':
      return hub.retried(event.market)
    case 'opened':
    case 'lost':
      return hub[event.event]()
    case 'closing':
    case 'closed':
    case 'subscribed':
      return hub[event.event](event.channel)
    case 'refused':
    case 'declined':
      return hub[event.event](event.channel, event.code)
    default:
  }
}
