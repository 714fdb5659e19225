import * as v from 'valibot'
import type { AlertCondition } from '../../domain/market/alerts'
import { call } from '../base/call'
import { maxSymbolLength } from './markets'

const decimal = v.pipe(v.string(), v.regex(/^\d{1,30}(\.\d{1,30})?$/), v.regex(/[1-9]/))
// Whether a symbol makes sense is judged in main, with a sentence.
const symbol = v.pipe(v.string(), v.minLength(1), v.maxLength(maxSymbolLength))
const side = v.picklist(['bids', 'asks', 'either'])
/** Above 0 and up to 100. */
const percent = v.pipe(v.string(), v.regex(/^(\d{1,2}(\.\d{1,12})?|100(\.0{1,12})?)$/), v.regex(/[1-9]/))
const seconds = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(3600))

/** When an alert fires: see `AlertCondition`. */
export const conditionSchema = v.variant('kind', [
  v.object({
    kind: v.literal('price'),
    market: symbol,
    price: decimal,
    direction: v.picklist(['up', 'down', 'either']),
    of: v.picklist(['last', 'bid', 'ask', 'mid'])
  }),
  v.object({ kind: v.literal('spread'), market: symbol, basisPoints: decimal }),
  v.object({
    kind: v.literal('resting'),
    market: symbol,
    side,
    size: decimal,
    price: v.nullable(decimal),
    within: percent
  }),
  v.object({
    kind: v.literal('traded'),
    market: symbol,
    side: v.picklist(['buy', 'sell', 'either']),
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
/** Of one connection. */
export const maxAlerts = 200
/** So many of what fired are kept for each connection. */
export const maxFired = 1000
/** So many of them are told with each change; the rest is asked for. */
export const firedAtOnce = 100

export const alertDraftSchema = v.object({
  condition: conditionSchema,
  /** Null: it fires once and disarms itself. Otherwise it rests for so many seconds after it has fired. */
  pause: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400))),
  sound: v.picklist(alertSounds),
  notify: v.boolean(),
  armed: v.boolean(),
  note: v.pipe(v.string(), v.maxLength(maxNoteLength))
})
export type AlertDraft = v.InferOutput<typeof alertDraftSchema>

export interface Alert extends AlertDraft {
  readonly id: string
  /** Milliseconds since the epoch; null while it never fired. */
  readonly firedAt: number | null
  /** Until when it rests after it has fired. */
  readonly pausedUntil: number | null
  /** Why it cannot be judged now ("BTCUSD is stale."), or null. */
  readonly blind: string | null
}

/** What fired, with the values of that moment. */
export interface FiredAlert {
  /** Counts up within a connection. */
  readonly number: number
  readonly alert: string
  readonly market: string | null
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What was set, in the words of `sentenceOf`. */
  readonly condition: AlertCondition
  /** What was seen, exact and in order; a value is a plain decimal, or words. */
  readonly values: readonly { readonly name: string; readonly value: string }[]
  readonly note: string
  readonly seen: boolean
}

export interface AlertsState {
  /** Alerts belong to a connection, like watch lists; null while none is in use, and then there are none. */
  readonly profileId: string | null
  readonly alerts: readonly Alert[]
  /** The newest first, `firedAtOnce` at most. */
  readonly fired: readonly FiredAlert[]
  /** How many there are in all, and how many of them nobody has looked at. */
  readonly firedCount: number
  readonly unseen: number
  readonly notSaved: string | null
  /** What closing the last window does here, in one sentence. */
  readonly closing: string
  /** Why this desktop shows no notifications, or null. */
  readonly notNotified: string | null
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

export const alertsCalls = {
  read: call(v.undefined()).returns<AlertsState>(),
  add: call(alertDraftSchema).returns<{ readonly id: string; readonly state: AlertsState }>(),
  /** Another condition, or armed anew: it is judged from the start. */
  change: call(v.object({ id, draft: v.partial(alertDraftSchema) })).returns<AlertsState>(),
  remove: call(v.object({ id })).returns<AlertsState>(),
  /** What fired before that number, the newest first, `firedAtOnce` at most. */
  log: call(v.object({ before: count })).returns<readonly FiredAlert[]>(),
  /** Everything that fired up to that number has been looked at. */
  seen: call(v.object({ upTo: count })).returns<AlertsState>(),
  clearLog: call(v.undefined()).returns<AlertsState>()
}

export interface AlertsPushes {
  'alerts.changed': AlertsState
  'alerts.fired': FiredAlert
  /** One window is asked to make the sound. */
  'alerts.sound': { readonly sound: AlertSound }
  /** A notification was clicked: this window has come to the front, and shows the market. */
  'alerts.show': { readonly market: string | null }
}
export const alertsPushes = ['alerts.changed', 'alerts.fired', 'alerts.sound', 'alerts.show'] as const
