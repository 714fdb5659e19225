import * as v from 'valibot'
import type { ConnectionPhase } from '../../domain/connection/phases'
import { marketDataScope } from '../../domain/connection/session-status'
import type { Problem } from '../../domain/base/problem'
import { call } from '../base/call'
import { featuresText } from '#shared/messages/connection'
import type { WriteAccess, WriteAccessProgress } from './write-access'

export const environments = ['local', 'sandbox', 'production'] as const
export type Environment = (typeof environments)[number]

/** Each feature of a connection and the scope it needs. All are read-only. */
export const featureScopes = {
  markets: marketDataScope,
  addresses: 'transfer:read_deposit_address',
  conversions: 'conversion:read_conversion_stablecoin',
  statements: 'rewards:read_statements'
} as const
export type ServiceFeature = keyof typeof featureScopes

export const featureTitles: Readonly<Record<ServiceFeature, string>> = featuresText

export const localSandboxId = 'local-sandbox'

const text = (maxLength: number) => v.pipe(v.string(), v.trim(), v.maxLength(maxLength))

/** Where a desk feed is found. */
const feedSchema = v.object({
  servers: v.pipe(v.array(text(300)), v.maxLength(10)),
  /** Identifies the platform's service, as in the folders of recordings. */
  digest: text(100),
  /** Certificates in PEM, instead of the authorities of this computer. */
  authority: v.exactOptional(v.pipe(v.string(), v.maxLength(100_000)))
})
export type FeedAddress = v.InferOutput<typeof feedSchema>

/** The servers where a connection shares its market data with a desk. */
export const shareSchema = v.omit(feedSchema, ['digest'])

/** Validated field by field in main. */
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
  }),
  /** Market data comes from a desk feed, and nothing from the platform itself. */
  feed: v.exactOptional(feedSchema)
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
  | 'servers'
  | 'digest'

export type SecretState =
  | 'not-needed'
  | 'none'
  | 'keychain'
  /** Kept in memory until the app quits. */
  | 'session'

export interface Profile extends ProfileDraft {
  readonly id: string
  readonly builtIn: boolean
  readonly secret: SecretState
  /** The last check, unless its endpoints, client ID or secret changed since. */
  readonly writeAccess: WriteAccess | null
  /** It shares its market data with a desk. */
  readonly share?: v.InferOutput<typeof shareSchema>
}

/** `checking` until the first answer or time-out. */
export type KeychainState = 'checking' | 'ready' | 'absent' | 'locked' | 'unanswering'

export interface KeychainReport {
  readonly state: KeychainState
  readonly sentence: string
}

export interface ConnectionTrouble {
  readonly feature: ServiceFeature
  readonly sentence: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Of several that share the data of one service, one leads and the others stand by. */
export interface SharingState {
  readonly phase: 'connecting' | 'waiting' | 'standby' | 'leading' | 'ended'
  /** In a sentence. */
  readonly problem: string | null
}

export interface ConnectionStatus {
  readonly profileId: string | null
  readonly phase: ConnectionPhase
  readonly sentence: string
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly problem: Problem | null
  /** Milliseconds since the epoch. */
  readonly retryAt: number | null
  /** Errors per use of the connection, until it works again. */
  readonly troubles: readonly ConnectionTrouble[]
  readonly tokenExpiresAt: number | null
  readonly granted: readonly string[]
  /** It shares its market data with a desk. */
  readonly sharing?: SharingState
}

/** Of the platform's service. */
export interface AccessTest {
  readonly kind: 'access'
  readonly granted: readonly string[]
  readonly missing: readonly string[]
  /** Granted scopes that can write or were not requested. */
  readonly excessive: readonly string[]
  readonly expiresInSeconds: number
  readonly milliseconds: number
}

/** Of a desk feed. */
export interface FeedTest {
  readonly kind: 'feed'
  /** What was found, in sentences. */
  readonly found: readonly string[]
  /** What a person should look at. */
  readonly warnings: readonly string[]
  readonly milliseconds: number
}
export type ConnectionTest = AccessTest | FeedTest

export interface ConnectionsState {
  readonly profiles: readonly Profile[]
  readonly status: ConnectionStatus
  readonly keychain: KeychainReport
  /** Null unless a check is running. */
  readonly checkingWrites: WriteAccessProgress | null
}

export type SaveOutcome =
  | { readonly saved: true; readonly id: string; readonly state: ConnectionsState }
  | { readonly saved: false; readonly fields: Partial<Record<DraftField, string>> }
  /** The profile was saved without its secret. */
  | {
      readonly saved: true
      readonly id: string
      readonly state: ConnectionsState
      readonly secretProblem: Problem
    }

/** A chosen file, without its key, which does not go to a window. */
export interface KeyFile {
  readonly id: string
  readonly name: string
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(80))
const secret = v.optional(v.pipe(v.string(), v.maxLength(2000)))
/** Of a chosen file whose key main keeps in memory; it takes the place of a typed secret. */
const keyFile = v.optional(id)

export const connectionsCalls = {
  read: call(v.undefined()).returns<ConnectionsState>(),
  /** A null `id` adds a profile. An empty secret keeps the stored one. */
  save: call(
    v.object({
      id: v.nullable(id),
      draft: draftSchema,
      clientSecret: secret,
      keyFile,
      sessionOnly: v.boolean()
    })
  ).returns<SaveOutcome>(),
  /** Adds the connection of a seat file that the user chooses; null if they cancel. */
  openSeatFile: call(v.undefined()).returns<SaveOutcome | null>(),
  /** The key of a NATS credentials file that the user chooses, for the form; null if they cancel. */
  chooseKeyFile: call(v.undefined()).returns<KeyFile | null>(),
  /** The certificates of a file that the user chooses, for the form; null if they cancel. */
  chooseAuthority: call(v.undefined()).returns<{ readonly authority: string } | null>(),
  /** Shares its market data with the desk of a file that the user chooses; null if they cancel. */
  share: call(v.object({ id })).returns<ConnectionsState | null>(),
  stopSharing: call(v.object({ id })).returns<ConnectionsState>(),
  duplicate: call(v.object({ id })).returns<{ readonly id: string; readonly state: ConnectionsState }>(),
  remove: call(v.object({ id })).returns<ConnectionsState>(),
  /** Tests the form; without a secret, uses the stored secret of `id`. */
  test: call(
    v.object({ id: v.nullable(id), draft: draftSchema, clientSecret: secret, keyFile })
  ).returns<ConnectionTest>(),
  connect: call(v.object({ id })).returns<ConnectionsState>(),
  disconnect: call(v.undefined()).returns<ConnectionsState>(),
  /** Resolves when every scope was asked for; see `WriteAccess`. */
  checkWriteAccess: call(v.object({ id })).returns<ConnectionsState>(),
  stopWriteAccessCheck: call(v.undefined()).returns<void>(),
  checkKeychain: call(v.undefined()).returns<KeychainReport>()
}

export interface ConnectionsPushes {
  'connections.changed': ConnectionsState
}
export const connectionsPushes = ['connections.changed'] as const
