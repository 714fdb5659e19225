import { conversionText } from '#shared/messages/conversions'
import * as v from 'valibot'
import { maxConversionNoteLength } from '#shared/contract/records/conversions'
import { isRecord, type Raw } from '#shared/wire/record-reader'
import { keptQuotesSchema } from './kept-quotes'
import { conversionIn } from './record'

const moment = v.pipe(v.number(), v.finite())
const seenSchema = v.object({ at: moment, status: v.string() })

const entrySchema = v.looseObject({
  id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  /** As sent by the service. */
  record: v.custom<Raw>((record) => isRecord(record) && conversionIn(record) !== null),
  note: v.pipe(v.string(), v.maxLength(maxConversionNoteLength)),
  lookedUpAt: moment,
  answeredAt: moment,
  watching: v.boolean(),
  /** Why watching ended for good. */
  stopped: v.nullable(v.string()),
  /** The user was notified that it takes longer than usual. */
  overdue: v.optional(v.boolean()),
  /** Observed statuses, oldest first. */
  seen: v.pipe(v.array(seenSchema), v.readonly()),
  quotes: v.optional(keptQuotesSchema)
})
export type StoredConversion = v.InferOutput<typeof entrySchema>

/** An edited file may repeat a conversion. */
function unique(entries: StoredConversion[]): readonly StoredConversion[] {
  const ids = new Set<string>()
  return entries.filter(({ id }) => !ids.has(id) && ids.add(id))
}

const historySchema = v.looseObject({
  /** Latest lookup first. */
  entries: v.pipe(v.array(entrySchema), v.transform(unique))
})

export const conversionsSchema = v.looseObject({
  /** The key of the history to show while nothing is connected. */
  last: v.nullable(v.string()),
  /** By `historyKey`. */
  profiles: v.record(v.string(), historySchema)
})

/** An unreadable conversion must not affect the others. */
export function salvageConversions(damaged: Record<string, unknown>) {
  const { profiles, last, ...rest } = damaged
  const histories = isRecord(profiles) ? Object.entries(profiles) : []
  let lost = isRecord(profiles) ? 0 : 1
  const salvaged = histories.map(([id, history]) => {
    const parts = isRecord(history) ? history : {}
    const found: readonly unknown[] = Array.isArray(parts['entries']) ? parts['entries'] : []
    const good = found.flatMap((entry) => {
      if (!v.is(entrySchema, entry)) lost += 1
      const salvagedEntry = salvageEntry(entry)
      return salvagedEntry ? [salvagedEntry] : []
    })
    return [id, { ...parts, entries: good }] as const
  })
  return {
    content: {
      ...rest,
      last: typeof last === 'string' ? last : null,
      profiles: Object.fromEntries(salvaged)
    },
    lost: lost === 0 ? conversionText.file.someLost : conversionText.file.lost(lost)
  }
}

function salvageEntry(found: unknown): StoredConversion | null {
  const read = v.safeParse(entrySchema, found)
  if (read.success) return read.output
  if (!isRecord(found)) return null
  const { quotes: _, ...others } = found
  const withoutQuotes = v.safeParse(entrySchema, others)
  if (withoutQuotes.success) return withoutQuotes.output
  const { record, note, lookedUpAt, answeredAt } = found
  const known = v.is(moment, answeredAt) ? answeredAt : 0
  const again = v.safeParse(entrySchema, {
    id: isRecord(record) ? record['id'] : null,
    record,
    note: typeof note === 'string' ? note.slice(0, maxConversionNoteLength) : '',
    lookedUpAt: v.is(moment, lookedUpAt) ? lookedUpAt : known,
    answeredAt: known,
    watching: found['watching'] === true,
    stopped: null,
    seen: []
  })
  return again.success ? again.output : null
}
