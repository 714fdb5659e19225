import * as v from 'valibot'
import {
  alertDraftSchema,
  conditionSchema,
  firedEvidenceSchema,
  type Alert,
  type FiredAlert
} from '#shared/contract/market/alerts'
import { marketText } from '#shared/messages/market'

const moment = v.pipe(v.number(), v.finite())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** An alert without its current state. */
export type StoredAlert = Omit<Alert, 'blind'>

const { remindEvery, escalateAfter, deliver, keepEvidence } = alertDraftSchema.entries

const earlierDelivery = v.pipe(
  v.boolean(),
  v.transform((delivers) => (delivers ? 'fired' : 'no'))
)

/** Files of earlier versions have neither reminders, snoozes, deliveries nor evidence. */
const storedAlert = v.object({
  ...alertDraftSchema.entries,
  remindEvery: v.optional(remindEvery, null),
  escalateAfter: v.optional(escalateAfter, null),
  deliver: v.optional(v.union([deliver, earlierDelivery]), 'no'),
  keepEvidence: v.optional(keepEvidence, false),
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  firedAt: v.nullable(moment),
  pausedUntil: v.nullable(moment),
  snoozedUntil: v.optional(v.nullable(moment), null),
  evidenceAt: v.optional(v.nullable(moment), null)
})

const firedAlert = v.object({
  number: count,
  alert: v.string(),
  market: v.nullable(v.string()),
  at: moment,
  condition: conditionSchema,
  values: v.pipe(v.array(v.object({ name: v.string(), value: v.string() })), v.readonly()),
  note: v.string(),
  seen: v.boolean(),
  escalatedAt: v.optional(v.nullable(moment), null),
  evidence: v.optional(firedEvidenceSchema, null)
})

const profileSchema = v.looseObject({
  alerts: v.pipe(v.array(storedAlert), v.readonly()),
  /** Newest first. */
  fired: v.pipe(v.array(firedAlert), v.readonly()),
  /** The number of the next one. */
  count
})
export type ProfileAlerts = v.InferOutput<typeof profileSchema>

export const alertsSchema = v.looseObject({ profiles: v.record(v.string(), profileSchema) })

/** An unreadable alert must not affect the others. */
export function salvageAlerts(damaged: Record<string, unknown>) {
  const { profiles, ...rest } = damaged
  const found = v.is(v.record(v.string(), v.unknown()), profiles) ? Object.entries(profiles) : []
  let lost = 0
  const salvaged = found.map(([id, profile]): [string, ProfileAlerts] => {
    const parts: Record<string, unknown> = v.is(v.looseObject({}), profile) ? profile : {}
    const alerts = listed(parts['alerts'])
    const fired = listed(parts['fired'])
    const good = {
      alerts: alerts.flatMap((each): StoredAlert[] => readable(v.safeParse(storedAlert, each))),
      fired: fired.flatMap((each): FiredAlert[] => readable(v.safeParse(firedAlert, each)))
    }
    lost += alerts.length - good.alerts.length + fired.length - good.fired.length
    const highest = Math.max(-1, ...good.fired.map(({ number }) => number)) + 1
    const counted = v.is(count, parts['count']) ? parts['count'] : 0
    return [id, { ...parts, ...good, count: Math.max(counted, highest) }]
  })
  return {
    content: { ...rest, profiles: Object.fromEntries(salvaged) },
    lost: lost === 0 ? marketText.alerts.partlyLost : marketText.alerts.entriesLost(lost)
  }
}

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const readable = <T>(parsed: { readonly success: boolean; readonly output: unknown }): T[] =>
  parsed.success ? [parsed.output as T] : []
