import * as v from 'valibot'
import type { CompareSummary } from './comparison'
import type { ListChange, StatementList } from '#shared/domain/records/statements/list'
import type { RevisionGroup, StatementTable } from './reading'
import { jobKinds, type StatementsState } from './state'
import { call } from '../../base/call'

export * from './reading'
export * from './state'
export * from './comparison'
export * from './problems'
export * from '#shared/domain/records/statements/statement'

export const maxPasteLength = 2_000_000
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(400))
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(160))
const month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/))
const asset = v.pipe(v.string(), v.maxLength(200))
const profileId = v.pipe(v.string(), v.maxLength(80))
const environment = v.pipe(v.string(), v.maxLength(80))
/** Null: of all connections, or of all environments, that the archive has statements of. */
const scope = { profileId: v.nullable(profileId), environment: v.optional(v.nullable(environment)) }

/** `count` is the number of IDs in the text. */
export interface FetchAnswer {
  readonly count: number
  /** Statements that only other connections can fetch. */
  readonly elsewhere?: readonly { readonly connection: string; readonly count: number }[]
  /** IDs beyond the limit; a notice says so, too. */
  readonly refused?: number
  readonly state: StatementsState
}

/** `pending`: the service is still preparing them; `failed`: others that are not complete. */
const requestKinds = ['pending', 'failed', 'all'] as const
/** `damaged`: statements of the archive that are altered or missing. */
const fetchKinds = ['pending', 'failed', 'damaged', 'all'] as const
export type RequestKind = (typeof requestKinds)[number]
export type FetchKind = (typeof fetchKinds)[number]

export const statementsCalls = {
  read: call(v.undefined()).returns<StatementsState>(),
  list: call(v.undefined()).returns<StatementList>(),
  revisions: call(v.object({ key })).returns<RevisionGroup>(),
  table: call(v.object({ key, name })).returns<StatementTable>(),
  /** A PDF in a window of its own, if it is still as it was fetched. */
  show: call(v.object({ key, name })).returns<null>(),

  /** Every ID in the text; they join a running fetch. */
  fetch: call(v.object({ text: v.pipe(v.string(), v.maxLength(maxPasteLength)) })).returns<FetchAnswer>(),
  /** Asks for a file with ids; null when the person cancelled. */
  fetchFile: call(v.undefined()).returns<FetchAnswer | null>(),
  /** Of the connection in use; without a kind, everything that is incomplete or damaged. */
  refetch: call(v.optional(v.object({ which: v.picklist(fetchKinds) }))).returns<FetchAnswer>(),
  stopFetch: call(v.undefined()).returns<StatementsState>(),
  /** Of the connection in use, however many they are. */
  cancelRequests: call(v.object({ which: v.picklist(requestKinds) })).returns<StatementsState>(),

  verify: call(v.undefined()).returns<StatementsState>(),
  /**
   * Asks the service again for one statement, or for all of the connection in use. Null: all; `doubtful`: those
   * that are disputed or were never compared.
   */
  compare: call(v.object({ key: v.nullable(key), doubtful: v.optional(v.boolean(), false) })).returns<
    CompareSummary & { readonly state: StatementsState }
  >(),
  /** Stops the job that is running if it is of this kind. */
  stop: call(v.object({ kind: v.picklist(jobKinds) })).returns<StatementsState>(),
  /** Missing statements were removed on purpose, and are no longer reported. */
  acceptRemoval: call(v.undefined()).returns<StatementsState>(),
  /** Accepts the current list; statements that it does not name are added. */
  acceptList: call(v.undefined()).returns<StatementsState>(),
  /** Which version to keep of all statements that differ; the other is kept beside it. */
  resolveCopy: call(v.object({ take: v.picklist(['archive', 'copy']) })).returns<StatementsState>(),
  /** Restores damaged and missing statements that the second copy has intact. */
  restore: call(v.undefined()).returns<{
    readonly restored: number
    readonly of: number
    /** Why some were not restored. */
    readonly sentence?: string
    readonly state: StatementsState
  }>(),
  /** Reads the index from the folder again. */
  rebuild: call(v.undefined()).returns<StatementsState>(),
  dismiss: call(v.undefined()).returns<StatementsState>(),

  /** In the system's file manager: the archive, or the folder of a statement. */
  openFolder: call(v.object({ key: v.nullable(key) })).returns<null>(),
  /** Asks for a place; months inclusive, empty `assets` for all. Null when the person cancelled. */
  export: call(
    v.object({
      ...scope,
      from: month,
      to: month,
      assets: v.pipe(v.array(asset), v.maxLength(100))
    })
  ).returns<{
    readonly path: string
    readonly statements: number
    readonly files: number
    /** Why it is incomplete. */
    readonly incomplete?: string
  } | null>(),
  /** The totals of each month and asset as CSV; null when the person cancelled. */
  exportMonths: call(
    v.object({ ...scope, asset: v.nullable(asset), year: v.nullable(v.pipe(v.string(), v.regex(/^\d{4}$/))) })
  ).returns<{ readonly path: string } | null>(),
  /** Asks for a folder; null when the person cancelled. */
  chooseCopy: call(v.undefined()).returns<StatementsState | null>(),
  syncCopy: call(v.undefined()).returns<StatementsState>(),
  /** The copy stays as it is, and is no longer updated. */
  dropCopy: call(v.undefined()).returns<StatementsState>(),
  /** Asks for a folder, then moves the archive there; null when the person cancelled. */
  move: call(v.undefined()).returns<StatementsState | null>(),
  /** Asks for a folder that has an archive, and uses that; null when the person cancelled. */
  useOther: call(v.undefined()).returns<StatementsState | null>()
}

export interface StatementsChange extends ListChange {
  readonly state: StatementsState
}

export interface StatementsPushes {
  'statements.changed': StatementsChange
}
export const statementsPushes = ['statements.changed'] as const
