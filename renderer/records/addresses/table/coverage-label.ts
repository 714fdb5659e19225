import { addressesText } from '#renderer/messages/addresses'
import { formatTime, zoneLabel, type ClockKind } from '#renderer/lib/format/time'
import type { AddressesState, AddressFilters } from '#shared/contract/records/addresses/index'
import { usedFilters } from '../filters/filters'
import type { Coverage } from '../state/coverage.svelte'

const text = addressesText.coverage

interface CoverageLabel {
  readonly sentence: string
  /** There may be more addresses. */
  readonly isPart: boolean
  /** The service can be queried for the rest. */
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

export function coverageLabel(
  { state, filters, loading, coverage, isWhole, refused }: Known,
  clock: ClockKind
): CoverageLabel {
  const isFiltered = usedFilters(filters).length > 0
  const part = (sentence: string, canAsk = false): CoverageLabel => ({ sentence, isPart: true, canAsk })
  if (state === null || (state.rows === 0 && !loading)) return { sentence: '', isPart: false, canAsk: false }
  if (state.phase === 'opening') return part(text.reading)
  if (isWhole) {
    return { sentence: text.complete, isPart: false, canAsk: false }
  }
  const since = coverage.since(filters)
  if (isFiltered && since !== null) {
    const sentence = text.allMatches(`${formatTime(since, clock)} ${zoneLabel(since, clock)}`)
    return { sentence, isPart: false, canAsk: state.notLoadable === null && !loading }
  }
  if (loading && coverage.isAsked(filters, state)) return part(text.loadingMatches)
  if (loading) return part(text.loading)
  if (!isFiltered) return part(text.maybeMore)
  return part(text.maybeMoreMatches, state.notLoadable === null && refused === null)
}
