import * as v from 'valibot'
import type { CallInput } from '#shared/contract/base/call'
import {
  replayCalls,
  replaySpeeds,
  type ReplaySpeed,
  type ReplayState
} from '#shared/contract/recording/replay'
import type { Result } from '#shared/domain/base/problem'

const { read: _read, open: _open, close: _close, pin: _pin, ...playedCalls } = replayCalls
/** The calls that the process of a replay answers itself, with the payloads of the contract. */
export type PlayedCall = keyof typeof playedCalls

/** The state that a replay takes over from one that failed. */
export interface ReplayOptions {
  readonly speed: ReplaySpeed
  readonly range: CallInput<(typeof replayCalls)['setRange']>
}

/** The conditions of the desk that the process follows. */
export interface ReplayConditions {
  readonly visible: boolean
  /** Milliseconds between two frames. */
  readonly interval: number
  /** Milliseconds without data after which books are stale, until the recording says otherwise. */
  readonly staleAfter: number
}

export type ReplayRequest =
  /** With the port to the window. */
  | {
      readonly kind: 'open'
      readonly id: number
      /** Of the log. */
      readonly folder: string
      readonly profileId: string
      readonly connection: string
      readonly environment: string
      readonly at: number | null
      readonly options: ReplayOptions
      readonly conditions: ReplayConditions
    }
  | { readonly kind: 'call'; readonly id: number; readonly method: PlayedCall; readonly payload: unknown }
  | { readonly kind: 'conditions'; readonly conditions: ReplayConditions }

export type ReplayReply =
  /** To the request with that number, with the state after it. */
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly result: Result<unknown>
      readonly state: ReplayState | null
    }
  | { readonly kind: 'state'; readonly state: ReplayState }
  | { readonly kind: 'overview' }
  /** Once a second. */
  | { readonly kind: 'alive' }

const state = v.looseObject({ phase: v.string(), at: v.number() })
const id = v.number()
const conditions = v.object({ visible: v.boolean(), interval: v.number(), staleAfter: v.number() })
const optionsSchema = v.object({ speed: v.picklist(replaySpeeds), range: replayCalls.setRange.payload })

export const firstOptions: ReplayOptions = { speed: 1, range: { in: null, out: null, loop: false } }

/** The first options if any in the state is not valid: the process that sent it is not trusted. */
export function optionsOf({ speed, rangeIn, rangeOut, loop }: ReplayState): ReplayOptions {
  const range = { in: rangeIn, out: rangeOut, loop }
  return v.parse(v.fallback(optionsSchema, firstOptions), { speed, range })
}

const requestSchema = v.variant('kind', [
  v.object({
    kind: v.literal('open'),
    id,
    folder: v.string(),
    profileId: v.string(),
    connection: v.string(),
    environment: v.string(),
    at: v.nullable(v.number()),
    options: optionsSchema,
    conditions
  }),
  v.object({
    kind: v.literal('call'),
    id,
    method: v.picklist(Object.keys(playedCalls)),
    payload: v.unknown()
  }),
  v.object({ kind: v.literal('conditions'), conditions })
])

/** Null for anything else. */
export function readRequest(message: unknown): ReplayRequest | null {
  const read = v.safeParse(requestSchema, message)
  return read.success ? (read.output as ReplayRequest) : null
}

const replySchema = v.variant('kind', [
  v.looseObject({
    kind: v.literal('answer'),
    id,
    result: v.looseObject({ ok: v.boolean() }),
    state: v.nullable(state)
  }),
  v.looseObject({ kind: v.literal('state'), state }),
  v.looseObject({ kind: v.literal('overview') }),
  v.looseObject({ kind: v.literal('alive') })
])

/** The process reads files that may be damaged or hostile; what it sends is only passed on to its window. */
export const isReply = (message: unknown): message is ReplayReply => v.is(replySchema, message)
