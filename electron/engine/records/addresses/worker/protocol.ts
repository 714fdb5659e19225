import type { Result } from '#shared/domain/base/problem'
import type { AddressCore } from './core'
import type { CoreState } from './core-types'

const coreMethods = [
  'open',
  'state',
  'add',
  'ask',
  'slice',
  'position',
  'closeViews',
  'detail',
  'parse',
  'setProgress',
  'label',
  'seen',
  'visit',
  'markSeen',
  'digest',
  'unlist',
  'compare',
  'saveFilter',
  'savedFilter',
  'removeFilter',
  'keepOnDisk',
  'clear',
  'export',
  'cancelExport',
  'close',
  'bytes'
] as const satisfies readonly (keyof AddressCore)[]
export type CoreMethod = (typeof coreMethods)[number]
export type CoreInput<M extends CoreMethod> = Parameters<AddressCore[M]>[0]
export type CoreOutput<M extends CoreMethod> = Awaited<ReturnType<AddressCore[M]>>

export interface CoreRequest {
  readonly id: number
  readonly method: CoreMethod
  readonly input: never
}

export type CoreMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly result: Result<unknown> }
  | { readonly kind: 'state'; readonly state: CoreState }

export interface WorkerSetting {
  readonly folder: string
  readonly service: string
}
