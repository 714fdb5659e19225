import { environmentName, profileEnding } from '../layout/names'

/** What the name of its folder says of a statement that is gone: nothing else is left of it. */
export interface GoneStatement {
  readonly key: string
  readonly environment: string
  readonly connection: string
  readonly asset: string
  readonly month: string
  readonly id: string
}

export function goneOf(key: string): GoneStatement {
  const [environment = '', connection = '', asset = '', month = '', id = ''] = key.split('/')
  return { key, environment, connection, asset, month, id }
}

export function isOfScope(
  { environment, connection }: GoneStatement,
  scope: { readonly profileId: string | null; readonly environment?: string | null | undefined }
): boolean {
  const wanted = scope.environment ?? null
  return (
    (scope.profileId === null || connection.endsWith(profileEnding(scope.profileId))) &&
    (wanted === null || environment === environmentName(wanted))
  )
}
