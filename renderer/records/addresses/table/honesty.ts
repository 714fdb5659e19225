import { formatTime, zoneLabel, type ClockKind } from '#renderer/lib/format/time'
import type { AddressesState, AddressFilters } from '#shared/contract/records/addresses'
import { usedFilters } from '../filters/filters'
import type { Coverage } from '../state/coverage.svelte'

interface Honesty {
  readonly sentence: string
  /** There may be more than what is shown. */
  readonly isPart: boolean
  /** The service can be asked for the rest. */
  readonly canAsk: boolean
}

interface Known {
  readonly state: AddressesState | null
  readonly filters: AddressFilters
  readonly loading: object | null
  readonly coverage: Coverage
  readonly isWhole: boolean
  readonly refused: string | null
}

/** Whether what is shown is all that there is, in a sentence. */
export function honesty(
  { state, filters, loading, coverage, isWhole, refused }: Known,
  clock: ClockKind
): Honesty {
  const isFiltered = usedFilters(filters).length > 0
  const part = (sentence: string, canAsk = false): Honesty => ({ sentence, isPart: true, canAsk })
  if (state === null || (state.rows === 0 && !loading)) return { sentence: '', isPart: false, canAsk: false }
  if (state.phase === 'opening') return part('Not all yet: what is kept on disk is being read.')
  if (isWhole) {
    const sentence = 'All that the service had; Refresh asks for what is new.'
    return { sentence, isPart: false, canAsk: false }
  }
  const since = coverage.since(filters)
  if (isFiltered && since !== null) {
    const sentence = `All that match, as of ${formatTime(since, clock)} ${zoneLabel(since, clock)}.`
    return { sentence, isPart: false, canAsk: state.notLoadable === null && !loading }
  }
  if (loading && coverage.isAsked(filters, state)) return part('Not all yet: more that match are coming in.')
  if (loading) return part('Not all yet: addresses are being loaded.')
  if (!isFiltered) return part('Not all: the service may have more than what was loaded.')
  const why = 'Not all: there may be more that match than what was loaded.'
  return part(why, state.notLoadable === null && refused === null)
}
