import * as v from 'valibot'
import type { ConnectionPhase } from '../../domain/connection/phases'
import { marketDataScope } from '../../domain/connection/session-status'
import type { Problem } from '../../domain/base/problem'
import { call } from '../base/call'
import { featuresText } from '#shared/messages/connection'

const environments = ['local', 'sandbox', 'production'] as const
export type Environment = (typeof environments)[number]

/** What Leadline can do with a connection, and the one scope that each needs. None of them writes. */
export const featureScopes = {
  markets: marketDataScope,
  addresses: 'transfer:read_deposit_address',
  conversions: 'conversion:read_conversion_stablecoin',
  statements: 'rewards:read_statements'
} as const
export type ServiceFeature = keyof typeof featureScopes

export const featureTitles: Readonly<Record<ServiceFeature, string>> = featuresText

export const localSandboxId = 'local-sandbox'

const text = (longest: number) => v.pipe(v.string(), v.trim(), v.maxLength(longest))

/** What a person types. Whether it makes sense is judged in main, field by field, with a sentence for each. */
export const draftSchema = v.object({
  name: text(60),
  environment: v.picklist(environments),
  restBase: text(500),
  tokenHost: text(500),
  streamAddress: text(500),
  clientId: text(300),
  features: v.object({
    markets: v.boolean(),
    addresses: v.boolean(),
    conversions: v.boolean(),
    statements: v.boolean()
  })
})
export type ProfileDraft = v.InferOutput<typeof draftSchema>
export type DraftField =
  | 'name'
  | 'restBase'
  | 'tokenHost'
  | 'streamAddress'
  | 'clientId'
  | 'clientSecret'
  | 'features'

export type SecretState =
  /** The built-in sandbox brings its own. */
  | 'not-needed'
  | 'none'
  | 'keychain'
  /** In main's memory until the app ends. */
  | 'session'

export interface Profile extends ProfileDraft {
  readonly id: string
  /** "Local sandbox": cannot be edited or deleted. */
  readonly builtIn: boolean
  readonly secret: SecretState
}

/** `checking` until it has answered, or missed its time limit, for the first time. */
export type KeychainState = 'checking' | 'ready' | 'absent' | 'locked' | 'unanswering'

export interface KeychainReport {
  readonly state: KeychainState
  /** What that means and what to do, for the person. */
  readonly sentence: string
}

export type { ConnectionPhase } from '../../domain/connection/phases'

export interface ConnectionTrouble {
  readonly feature: ServiceFeature
  readonly sentence: string
  /** When it was refused last; milliseconds since the epoch. */
  readonly at: number
}

export interface ConnectionStatus {
  readonly profileId: string | null
  readonly phase: ConnectionPhase
  readonly sentence: string
  /** Milliseconds since the epoch. */
  readonly since: number
  /** Why it is refused or failed. */
  readonly problem: Problem | null
  /** When the next try comes by itself; milliseconds since the epoch. */
  readonly retryAt: number | null
  /** What the service refused for one use of the connection, until that works again. */
  readonly troubles: readonly ConnectionTrouble[]
  readonly tokenExpiresAt: number | null
  readonly granted: readonly string[]
}

export interface ConnectionTest {
  readonly granted: readonly string[]
  readonly missing: readonly string[]
  /** Granted scopes that can write, or that we did not ask for: a reason to warn. */
  readonly excessive: readonly string[]
  readonly expiresInSeconds: number
  readonly milliseconds: number
}

export interface ConnectionsState {
  readonly profiles: readonly Profile[]
  readonly status: ConnectionStatus
  readonly keychain: KeychainReport
}

export type SaveOutcome =
  | { readonly saved: true; readonly id: string; readonly state: ConnectionsState }
  | { readonly saved: false; readonly fields: Partial<Record<DraftField, string>> }
  /** The profile is saved, its secret is not: offer the session. */
  | {
      readonly saved: true
      readonly id: string
      readonly state: ConnectionsState
      readonly secretProblem: Problem
    }

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(80))
const secret = v.optional(v.pipe(v.string(), v.maxLength(2000)))

export const connectionsCalls = {
  read: call(v.undefined()).returns<ConnectionsState>(),
  /** `id` null adds one. An absent or empty secret keeps the stored one. */
  save: call(
    v.object({ id: v.nullable(id), draft: draftSchema, clientSecret: secret, sessionOnly: v.boolean() })
  ).returns<SaveOutcome>(),
  duplicate: call(v.object({ id })).returns<{ readonly id: string; readonly state: ConnectionsState }>(),
  remove: call(v.object({ id })).returns<ConnectionsState>(),
  /** Tests what stands in the form, saved or not; with no secret typed, the stored one of `id`. */
  test: call(
    v.object({ id: v.nullable(id), draft: draftSchema, clientSecret: secret })
  ).returns<ConnectionTest>(),
  connect: call(v.object({ id })).returns<ConnectionsState>(),
  disconnect: call(v.undefined()).returns<ConnectionsState>(),
  checkKeychain: call(v.undefined()).returns<KeychainReport>()
}

export interface ConnectionsPushes {
  'connections.changed': ConnectionsState
}
export const connectionsPushes = ['connections.changed'] as const
