import type {
  ArchivedFile,
  FileState,
  StatementRow,
  StatementState
} from '#shared/contract/records/statements/index'
import { parseTime } from '#shared/domain/base/time'
import type { Verification } from '../facts'
import { newestFirst } from '#shared/domain/records/statements/list'
import { recordedMonth } from '../layout/belonging'
import { statusKindOf } from '../layout/finished'
import { sidecarName } from '../layout/layout'
import type { ArchivedStatement } from '../store/scan'

const textIn = (record: Readonly<Record<string, unknown>>, name: string) => {
  const value = record[name]
  return typeof value === 'string' && value !== '' ? value.slice(0, 500) : null
}

/** A time by what it means: the service writes up to nine fraction digits. Anything else is known by its text. */
const timeKey = (text: string | null) => {
  const at = text === null ? null : parseTime(text)
  return at === null ? text : `${at} ns`
}

/** Statements that are revisions of each other have the same. */
export const seriesOf = ({ environment, profileId, asset, periodStart, periodEnd, type }: StatementRow) =>
  JSON.stringify([environment, profileId, asset, timeKey(periodStart), timeKey(periodEnd), type])

const worstFirst = ['missing', 'altered', 'unreadable', 'moved'] as const
const worst = (states: readonly StatementState[]): StatementState =>
  worstFirst.find((state) => states.includes(state)) ?? 'unaltered'

type Proven = ReadonlyMap<string, Verification['faults'][number]>

/** The archive as the app shows it: the newest period first, revisions side by side. */
export function rowsOf(
  statements: readonly ArchivedStatement[],
  verification: Verification | null,
  now: number = Date.now()
): readonly StatementRow[] {
  const proven: Proven = new Map((verification?.faults ?? []).map((fault) => [fault.place, fault]))
  const series = new Map<string, Read[]>()
  for (const statement of statements) {
    const one = {
      row: rowOf(statement, proven, { verifiedAt: verification?.at ?? 0, now }),
      sealed: isSealed(statement)
    }
    const known = series.get(seriesOf(one.row))
    if (known) known.push(one)
    else series.set(seriesOf(one.row), [one])
  }
  return [...series.values()].flatMap(withRevisions).sort(newestFirst)
}

interface Read {
  readonly row: StatementRow
  /** Its description of itself dates from when it was written. */
  readonly sealed: boolean
}

const isSealed = ({ faults, belongs }: ArchivedStatement) =>
  belongs !== undefined || !faults.some(({ name }) => name === sidecarName)

/** One id is one revision, though it lie there twice. */
function withRevisions(group: readonly Read[]): readonly StatementRow[] {
  const inTime = group.toSorted((a, b) => compareTimes(a.row, b.row) || compare(a.row.id, b.row.id))
  // The time of an altered record proves nothing: it may be the newest, so no older one counts.
  const order = [...inTime.filter(({ sealed }) => sealed), ...inTime.filter(({ sealed }) => !sealed)]
  const proven = new Set(inTime.filter(({ sealed }) => sealed).map(({ row }) => row.id))
  const ids = [
    ...new Set(
      order
        .filter(({ row, sealed }) => sealed || !proven.has(row.id))
        .map(({ row }) => row.id)
        .toReversed()
    )
  ].toReversed()
  return order.map(({ row }) => ({
    ...row,
    revision: { number: ids.indexOf(row.id) + 1, of: ids.length }
  }))
}

/** By time, to the nanosecond; a text that is not a time comes before all times, by its letters. */
function compareTimes(a: StatementRow, b: StatementRow): number {
  const [first, second] = [a, b].map((row) => row.createdAt ?? row.completedAt) as [string, string]
  const [one, other] = [parseTime(first), parseTime(second)]
  if (one !== null && other !== null) return one < other ? -1 : one > other ? 1 : 0
  if (one === null && other === null) return compare(first, second)
  return one === null ? -1 : 1
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function rowOf(
  statement: ArchivedStatement,
  proven: Proven,
  { verifiedAt, now }: { readonly verifiedAt: number; readonly now: number }
): StatementRow {
  const { key, sidecar, faults, belongs, disagreement, uncompared, comparison } = statement
  const { record, profile, environment, lacking = [] } = sidecar
  const status = statusKindOf(record)
  const isUnfinished = status === 'preparing' || (status === 'unknown' && lacking.length > 0)
  // Clocks are set: a fault is of the bytes that were expected then, whenever that was.
  const foundIn = (name: string, sha256: string | undefined) => {
    const found = proven.get(`${key}/${name}`)
    const isOfThese = found?.sha256 === undefined || found.sha256 === sha256
    return found && found.state !== 'unknown' && isOfThese
      ? { state: found.state, reason: found.reason }
      : { state: 'unaltered' as const, reason: undefined }
  }
  const stateOf = (name: string, sha256?: string): FileState =>
    faults.find((fault) => fault.name === name)?.state ?? foundIn(name, sha256).state
  const files = sidecar.files.map((file): ArchivedFile => ({
    name: file.name,
    format: file.format,
    bytes: file.bytes,
    sha256: file.sha256,
    generatedAt: file.generated_at,
    fetchedAt: file.fetched_at,
    ...(file.etag_is_md5 !== undefined && { etagIsMd5: file.etag_is_md5 }),
    state: stateOf(file.name, file.sha256),
    ...reasonOf(foundIn(file.name, file.sha256))
  }))
  // When it came is a proof of what came here alone.
  const proofs = [verifiedAt, uncompared ? 0 : Date.parse(sidecar.completed_at)].filter((at) => at <= now)
  return {
    key,
    id: textIn(record, 'id') ?? '',
    environment,
    profileId: profile.id,
    profileName: profile.name,
    asset: textIn(record, 'asset_type'),
    month: isSealed(statement) ? recordedMonth(record) : (key.split('/').at(-2) ?? 'undated'),
    periodStart: textIn(record, 'period_start'),
    periodEnd: textIn(record, 'period_end'),
    type: textIn(record, 'type'),
    status: textIn(record, 'status'),
    totalAccrued: textIn(record, 'total_accrued'),
    averageDailyBalance: textIn(record, 'avg_daily_balance'),
    createdAt: textIn(record, 'created_at'),
    completedAt: sidecar.completed_at,
    files,
    state: worst([
      ...files.map(({ state }) => state),
      belongs === undefined ? stateOf(sidecarName) : 'moved'
    ]),
    provenAt: Math.max(0, ...proofs),
    revision: { number: 1, of: 1 },
    ...(isUnfinished && { unfinished: true as const }),
    ...((status === 'void' || (status === 'unknown' && !isUnfinished)) && { statusKind: status }),
    ...(lacking.length > 0 && { lacking }),
    ...(belongs !== undefined && { belongs }),
    ...(disagreement !== undefined && { disagreement }),
    ...(uncompared && { uncompared }),
    ...(comparison && { comparison })
  }
}

const reasonOf = ({ state, reason }: { readonly state: FileState; readonly reason?: string | undefined }) =>
  state === 'unreadable' && reason !== undefined ? { reason } : {}
