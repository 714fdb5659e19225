import * as v from 'valibot'
import { call } from '../base/call'

export const dataKinds = [
  'settings',
  'connections',
  'markets',
  'alerts',
  'delivery',
  'drawings',
  'workspaces',
  'templates',
  'recordings',
  'evidence',
  'queries',
  'savedReports',
  'addresses',
  'conversions',
  'quotes',
  'statements',
  'archive',
  'documents',
  'windows',
  'updates',
  'logs',
  'reports',
  'cache'
] as const
export type DataKind = (typeof dataKinds)[number]

export interface DataFolder {
  readonly kind: DataKind
  readonly title: string
  readonly path: string
  readonly bytes: number
  /** The effect of clearing it, or null if it cannot be cleared here. */
  readonly clearing: string | null
}

export const dataCalls = {
  list: call(v.undefined()).returns<readonly DataFolder[]>(),
  clear: call(v.object({ kind: v.picklist(dataKinds) })).returns<readonly DataFolder[]>(),
  /** Asks where to save the ZIP file; null if the user cancels. Secrets are never included. */
  backUp: call(v.undefined()).returns<{ readonly path: string; readonly bytes: number } | null>(),
  openFolder: call(v.object({ kind: v.picklist(dataKinds) })).returns<null>()
}
