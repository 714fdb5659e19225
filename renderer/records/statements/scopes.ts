import type { StatementsState, StatementRow } from '#shared/contract/records/statements/index'
import type { StatementFilter } from '#shared/domain/records/statements/filter'
import type { GoneStatement } from '#shared/domain/records/statements/list'
import { statementsText } from '#renderer/messages/statements'
import { visible } from '#shared/domain/base/visible'

/** The statements of one connection in one environment, which are shown, added up and exported together. */
export interface Scope {
  readonly key: string
  readonly environment: string
  readonly profileId: string
  readonly title: string
}

/** The filter value for every connection of every environment. */
export const everything = 'all'

const titles: Readonly<Record<string, string>> = statementsText.environments
export const environmentText = (environment: string) =>
  Object.hasOwn(titles, environment) ? titles[environment]! : visible(environment)

type Placed = Pick<StatementRow, 'environment' | 'profileId'>
const keyOf = ({ environment, profileId }: Placed) => JSON.stringify([environment, profileId])

const ranks = Object.keys(titles)
const rankOf = ({ environment }: Placed) =>
  ranks.includes(environment) ? ranks.indexOf(environment) : ranks.length

/** All that the archive has, production first. A connection is called as it was when it last brought something. */
export function scopesOf(rows: readonly StatementRow[]): readonly Scope[] {
  const newest = new Map<string, StatementRow>()
  for (const row of rows) {
    const known = newest.get(keyOf(row))
    if (!known || known.completedAt < row.completedAt) newest.set(keyOf(row), row)
  }
  const inOrder = [...newest.values()].sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      a.environment.localeCompare(b.environment) ||
      a.profileName.localeCompare(b.profileName)
  )
  return inOrder.map((row) => ({
    key: keyOf(row),
    environment: row.environment,
    profileId: row.profileId,
    title: `${environmentText(row.environment)} · ${visible(row.profileName)}`
  }))
}

export type InUse = Pick<StatementsState, 'environment' | 'profileId'>

/** The one that is asked for; without one that of the connection in use, of its environment, or else the first. */
export function scopeOf(wanted: string | null, scopes: readonly Scope[], inUse: InUse | null): Scope | null {
  if (wanted === everything) return null
  const ofEnvironment = scopes.filter(({ environment }) => environment === inUse?.environment)
  return (
    scopes.find(({ key }) => key === wanted) ??
    ofEnvironment.find(({ profileId }) => profileId === inUse?.profileId) ??
    ofEnvironment[0] ??
    scopes[0] ??
    null
  )
}

export const isWithin = (scope: Scope | null, row: Pick<GoneStatement, 'environment' | 'profileId'>) =>
  scope === null || (row.environment === scope.environment && row.profileId === scope.profileId)

export const askedOf = (scope: Scope | null) => ({
  environment: scope?.environment ?? null,
  profileId: scope?.profileId ?? null
})

/** Its connection is the one in use, so that it can be compared with the service. */
export const isComparable = (row: StatementRow, state: StatementsState | null) =>
  state?.cannotFetch === null &&
  state.environment === row.environment &&
  state.profileId === row.profileId &&
  row.belongs === undefined

/** The filter without an asset or a year that none of the rows has. */
export const matchedIn = (
  rows: readonly StatementRow[],
  { asset, year }: Pick<StatementFilter, 'asset' | 'year'>
) => ({
  asset: rows.some((row) => row.asset === asset) ? asset : null,
  year: rows.some((row) => row.month.startsWith(`${year}-`)) ? year : null
})
