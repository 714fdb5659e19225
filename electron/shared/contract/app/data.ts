import * as v from 'valibot'
import { call } from '../base/call'

export const dataKinds = [
  'settings',
  'connections',
  'markets',
  'alerts',
  'workspaces',
  'candles',
  'addresses',
  'conversions',
  'quotes',
  'statements',
  'archive',
  'documents',
  'windows',
  'logs',
  'reports',
  'cache'
] as const
export type DataKind = (typeof dataKinds)[number]

export interface DataPlace {
  readonly kind: DataKind
  readonly title: string
  readonly path: string
  readonly bytes: number
  /** What clearing it means, in one sentence; null where it cannot be cleared from here. */
  readonly clearing: string | null
}

export const dataCalls = {
  places: call(v.undefined()).returns<readonly DataPlace[]>(),
  clear: call(v.object({ kind: v.picklist(dataKinds) })).returns<readonly DataPlace[]>(),
  /** Asks for a place and writes one ZIP file there; null when the person cancelled. Secrets are never in it. */
  backUp: call(v.undefined()).returns<{ readonly path: string; readonly bytes: number } | null>(),
  openFolder: call(v.object({ kind: v.picklist(dataKinds) })).returns<null>()
}
