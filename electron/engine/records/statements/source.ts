import type { Problem } from '#shared/domain/base/problem'
import type { Rest } from '../../connection/rest'
import type { Owner } from './layout/layout'

/** The connection in use, or why there is none to fetch through. */
export type Source =
  | { readonly owner: Owner; readonly rest: Pick<Rest, 'statements'> }
  | { readonly problem: Problem }
