import type { GoneStatement } from '#shared/domain/records/statements/list'
import type { StatementRow } from '#shared/domain/records/statements/statement'
import { environmentName, profileEnding } from '../layout/names'

/** The names of their folders are all that is left of these; the rows say whose folders they are. */
export function goneOf(keys: readonly string[], rows: readonly StatementRow[]): readonly GoneStatement[] {
  if (keys.length === 0) return []
  const namesOf = (all: readonly string[], name: (one: string) => string) =>
    new Map([...new Set(all)].map((one) => [name(one), one]))
  const environments = namesOf(
    rows.map(({ environment }) => environment),
    environmentName
  )
  const profiles = namesOf(
    rows.map(({ profileId }) => profileId),
    profileEnding
  )
  return keys.map((key) => {
    const [environment = '', connection = '', asset = '', month = '', id = ''] = key.split('/')
    const profile = [...profiles].find(([ending]) => connection.endsWith(ending))
    return {
      key,
      environment: environments.get(environment) ?? environment,
      profileId: profile?.[1] ?? null,
      asset,
      month,
      id
    }
  })
}

export function isOfScope(
  { key }: GoneStatement,
  scope: { readonly profileId: string | null; readonly environment?: string | null | undefined }
): boolean {
  const [environment, connection = ''] = key.split('/')
  const wanted = scope.environment ?? null
  return (
    (scope.profileId === null || connection.endsWith(profileEnding(scope.profileId))) &&
    (wanted === null || environment === environmentName(wanted))
  )
}
