import * as v from 'valibot'
import { tapeFilter, type TapeFilter } from '#shared/contract/market/panels/trades'
import type { SavedPanel } from '#shared/contract/workspace/templates'

interface Preset {
  readonly id: string
  readonly name: string
  readonly filter: TapeFilter
}

export const everything: TapeFilter = v.parse(tapeFilter, {})

export const filterOf = (settings: unknown): TapeFilter => v.parse(tapeFilter, settings)

/** The templates of a tape, of which a tape that is shown takes the filter. */
export const presetsOf = (saved: readonly SavedPanel[]): readonly Preset[] =>
  saved
    .filter(({ kind }) => kind === 'trades')
    .map(({ id, name, settings }) => ({ id, name, filter: filterOf(settings) }))

export const isSameFilter = (one: TapeFilter, other: TapeFilter): boolean => textOf(one) === textOf(other)

const textOf = (filter: TapeFilter) =>
  JSON.stringify(filterOf({ ...filter, sides: [...filter.sides].sort() }))
