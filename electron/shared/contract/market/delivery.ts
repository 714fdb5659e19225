import * as v from 'valibot'
import { call, type Call, type CallInput, type CallOutput } from '../base/call'
import type { Result } from '../../domain/base/problem'

export const maxTargets = 8
export const maxTargetName = 60
const maxArguments = 20
export const maxTargetText = 1000

/** Replaced where an argument consists of nothing else. */
export const placeholders = [
  '{id}',
  '{event}',
  '{time}',
  '{connection}',
  '{market}',
  '{condition}',
  '{figures}',
  '{note}',
  '{json}'
] as const
export type Placeholder = (typeof placeholders)[number]

const text = v.pipe(v.string(), v.maxLength(maxTargetText))
const common = { name: v.pipe(v.string(), v.maxLength(maxTargetName)), isOn: v.boolean() }
const command = {
  kind: v.literal('command'),
  ...common,
  program: text,
  args: v.pipe(v.array(text), v.maxLength(maxArguments), v.readonly())
}
const webhook = { kind: v.literal('webhook'), ...common, url: text }
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

const targetDraftSchema = v.variant('kind', [v.object(command), v.object(webhook)])
export type TargetDraft = v.InferOutput<typeof targetDraftSchema>
export const targetSchema = v.variant('kind', [v.object({ id, ...command }), v.object({ id, ...webhook })])
export type Target = v.InferOutput<typeof targetSchema>

/** The part of a target that every window may know: neither program nor URL. */
export interface TargetStatus {
  readonly id: string
  readonly name: string
  readonly kind: Target['kind']
  readonly isOn: boolean
  /** Since Leadline started; milliseconds since the epoch. */
  readonly deliveredAt: number | null
  readonly failure: { readonly at: number; readonly sentence: string } | null
  /** Of the delivery that is being attempted. */
  readonly retries: number
  readonly waiting: number
  /** Not delivered, and not attempted again. */
  readonly lost: number
}

export interface DeliveryState {
  readonly targets: readonly TargetStatus[]
  /** Why nothing is delivered, or null. */
  readonly problem: string | null
}

/** The contents of the window of the targets. */
export interface TargetsState {
  readonly targets: readonly { readonly target: Target; readonly hasSecret: boolean }[]
  readonly problem: string | null
  readonly notSaved: string | null
  /** Data attributes of the page. */
  readonly appearance: Readonly<Record<'theme' | 'palette' | 'motion', string>>
}

/** A new secret is shown once. */
export interface SavedTarget {
  readonly id: string
  readonly secret: string | null
  readonly state: TargetsState
}

export interface TestResult {
  readonly isDelivered: boolean
  readonly sentence: string
  /** The beginning of what a command wrote. */
  readonly output: string
}

/** Answered for the window of the targets alone; not a part of the contract of other windows. */
export const targetsCalls = {
  read: call(v.undefined()).returns<TargetsState>(),
  /** A null ID adds a target. */
  save: call(v.object({ id: v.nullable(id), draft: targetDraftSchema })).returns<SavedTarget>(),
  switch: call(v.object({ id, isOn: v.boolean() })).returns<TargetsState>(),
  remove: call(v.object({ id })).returns<TargetsState>(),
  test: call(v.object({ id })).returns<TestResult>(),
  /** The previous one becomes invalid. */
  newSecret: call(v.object({ id })).returns<SavedTarget>(),
  /** To the clipboard. */
  copy: call(v.object({ text: v.pipe(v.string(), v.maxLength(1000)) })).returns<null>(),
  /** Null if the user cancels. */
  chooseProgram: call(v.undefined()).returns<string | null>()
}
type TargetsCalls = typeof targetsCalls

export type TargetsHandlers = {
  readonly [M in keyof TargetsCalls]: (
    payload: CallInput<TargetsCalls[M]>
  ) => CallOutput<TargetsCalls[M]> | Promise<CallOutput<TargetsCalls[M]>>
}

export type TargetsBridge = <M extends keyof TargetsCalls>(
  method: M,
  ...payload: TargetsCalls[M] extends Call<undefined, unknown> ? [] : [CallInput<TargetsCalls[M]>]
) => Promise<Result<CallOutput<TargetsCalls[M]>>>
