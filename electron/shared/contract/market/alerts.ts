import * as v from 'valibot'
import type { AlertCondition } from '../../domain/market/alerts'
import { sizeUnits } from '../../domain/market/depth'
import { call } from '../base/call'
import type { DeliveryState } from './delivery'
import { maxSymbolLength } from './markets'

const decimal = v.pipe(v.string(), v.regex(/^\d{1,30}(\.\d{1,30})?$/), v.regex(/[1-9]/))
// Validated in main.
const symbol = v.pipe(v.string(), v.minLength(1), v.maxLength(maxSymbolLength))
const side = v.picklist(['bids', 'asks', 'either'])
/** Above 0 and up to 100. */
const percent = v.pipe(v.string(), v.regex(/^(\d{1,2}(\.\d{1,12})?|100(\.0{1,12})?)$/), v.regex(/[1-9]/))
/** Above 0 and up to 10,000. */
const basisPoints = v.pipe(
  v.string(),
  v.regex(/^(\d{1,4}(\.\d{1,10})?|10000(\.0{1,10})?)$/),
  v.regex(/[1-9]/)
)
const direction = v.picklist(['up', 'down', 'either'])
const aggressor = v.picklist(['buy', 'sell', 'either'])
export const maxMoveMinutes = 1440
const seconds = (min: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(3600))

export const conditionSchema = v.variant('kind', [
  v.object({
    kind: v.literal('price'),
    market: symbol,
    price: decimal,
    direction,
    of: v.picklist(['last', 'bid', 'ask', 'mid'])
  }),
  v.object({
    kind: v.literal('move'),
    market: symbol,
    percent,
    direction,
    minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxMoveMinutes))
  }),
  v.object({ kind: v.literal('vwap'), market: symbol, direction }),
  v.object({ kind: v.literal('peg'), market: symbol, peg: decimal, basisPoints, seconds: seconds(1) }),
  v.object({ kind: v.literal('spread'), market: symbol, basisPoints: decimal }),
  v.object({
    kind: v.literal('resting'),
    market: symbol,
    side,
    size: decimal,
    price: v.nullable(decimal),
    within: percent
  }),
  v.object({ kind: v.literal('depth'), market: symbol, side, size: decimal, basisPoints }),
  v.object({
    kind: v.literal('cost'),
    market: symbol,
    side: aggressor,
    size: decimal,
    unit: v.picklist(sizeUnits),
    basisPoints
  }),
  v.object({
    kind: v.literal('traded'),
    market: symbol,
    side: aggressor,
    size: decimal,
    seconds: seconds(0)
  }),
  v.object({
    kind: v.literal('imbalance'),
    market: symbol,
    side,
    percent,
    levels: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))
  }),
  v.object({ kind: v.literal('stale'), market: v.nullable(symbol), seconds: seconds(1) }),
  v.object({ kind: v.literal('connection'), seconds: seconds(0) })
]) satisfies v.GenericSchema<AlertCondition>
export type { AlertCondition }

export const alertSounds = ['none', 'confirm', 'attention', 'bell', 'knock', 'rise', 'alarm'] as const
export type AlertSound = (typeof alertSounds)[number]

export const maxNoteLength = 200
/** Per connection. */
export const maxAlerts = 200
/** Per connection. */
export const maxFired = 1000
/** Sent with each change; older entries are requested. */
export const firedAtOnce = 100

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
/** Seconds between two reminders. */
export const reminderLimits = { min: 5, max: 3600 } as const
/** Minutes until an alert that is not acknowledged escalates. */
export const escalationLimits = { min: 1, max: 1440 } as const
export const maxSnoozeMinutes = 10_080
/** Minutes between two moments of which an alert keeps evidence, and gigabytes of all such evidence. */
export const evidenceLimits = { minutes: 10, gigabytes: 1 } as const

/** Whatever fires goes there again when it escalates. */
export const deliveries = ['no', 'fired', 'escalated'] as const

export const alertDraftSchema = v.object({
  condition: conditionSchema,
  /** The cooldown in seconds, or null to fire once and disarm. */
  pause: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400))),
  sound: v.picklist(alertSounds),
  notify: v.boolean(),
  /** Seconds between sounds and notifications until it is acknowledged, or null. */
  remindEvery: v.nullable(whole(reminderLimits.min, reminderLimits.max)),
  /** Minutes until it gets the loudest sound and a notification, unless it is acknowledged, or null. */
  escalateAfter: v.nullable(whole(escalationLimits.min, escalationLimits.max)),
  /** When it goes to the targets that are on. */
  deliver: v.picklist(deliveries),
  /** Of its market when it fires. */
  keepEvidence: v.boolean(),
  armed: v.boolean(),
  note: v.pipe(v.string(), v.maxLength(maxNoteLength))
})
export type AlertDraft = v.InferOutput<typeof alertDraftSchema>

export interface Alert extends AlertDraft {
  readonly id: string
  /** Milliseconds since the epoch; null if it never fired. */
  readonly firedAt: number | null
  /** The end of the cooldown. */
  readonly pausedUntil: number | null
  /** Until then it neither fires nor reminds. */
  readonly snoozedUntil: number | null
  /** When it last fired with evidence to be kept. */
  readonly evidenceAt: number | null
  /** Why it cannot be evaluated now ("BTCUSD is stale."), or null. */
  readonly blind: string | null
}

/** It waits while it has neither. */
const firedEvidence = v.object({
  /** In the folder of such evidence. */
  file: v.nullable(v.pipe(v.string(), v.regex(/^[\w.-]{1,200}\.zip$/))),
  /** Why it was not kept. */
  problem: v.nullable(v.string())
})
export type FiredEvidence = Readonly<v.InferOutput<typeof firedEvidence>>
export const firedEvidenceSchema = v.nullable(firedEvidence)

export interface FiredAlert {
  /** Sequential within a connection. */
  readonly number: number
  readonly alert: string
  readonly market: string | null
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly condition: AlertCondition
  /** The values that fired it: plain decimals or words. */
  readonly values: readonly { readonly name: string; readonly value: string }[]
  readonly note: string
  /** Acknowledged. */
  readonly seen: boolean
  readonly escalatedAt: number | null
  /** Null if none was to be kept. */
  readonly evidence: FiredEvidence | null
}

export interface AlertsState {
  /** Null while no connection is in use. */
  readonly profileId: string | null
  readonly alerts: readonly Alert[]
  /** Newest first, at most `firedAtOnce`. */
  readonly fired: readonly FiredAlert[]
  /** All entries, and the unseen ones. */
  readonly firedCount: number
  readonly unseen: number
  readonly notSaved: string | null
  /** The effect of closing the last window. */
  readonly closing: string
  /** Why this desktop shows no notifications, or null. */
  readonly notNotified: string | null
  readonly delivery: DeliveryState
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

export const alertsCalls = {
  read: call(v.undefined()).returns<AlertsState>(),
  add: call(alertDraftSchema).returns<{ readonly id: string; readonly state: AlertsState }>(),
  /** A new condition or rearming restarts the evaluation. */
  change: call(v.object({ id, draft: v.partial(alertDraftSchema) })).returns<AlertsState>(),
  remove: call(v.object({ id })).returns<AlertsState>(),
  /** Alerts fired before that number, newest first, at most `firedAtOnce`. */
  log: call(v.object({ before: count })).returns<readonly FiredAlert[]>(),
  /** For some minutes from now; null ends it. */
  snooze: call(v.object({ id, minutes: v.nullable(whole(1, maxSnoozeMinutes)) })).returns<AlertsState>(),
  acknowledge: call(v.object({ number: count })).returns<AlertsState>(),
  /** Acknowledges alerts up to that number. */
  seen: call(v.object({ upTo: count })).returns<AlertsState>(),
  /** Shows the file in its folder. */
  showEvidence: call(v.object({ number: count })).returns<null>(),
  clearLog: call(v.undefined()).returns<AlertsState>(),
  /** Opens main's window of the delivery targets. */
  openTargets: call(v.undefined()).returns<null>()
}

export interface AlertsPushes {
  'alerts.changed': AlertsState
  'alerts.fired': FiredAlert
  /** Only one window plays the sound. */
  'alerts.sound': { readonly sound: AlertSound }
  /** A notification was clicked. */
  'alerts.show': { readonly market: string | null }
}
export const alertsPushes = ['alerts.changed', 'alerts.fired', 'alerts.sound', 'alerts.show'] as const
