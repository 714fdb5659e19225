import type { CompareSummary, FetchAnswer } from '#shared/contract/records/statements/index'
import { statementsText } from '#renderer/messages/statements'
import { formatCount, type NumberFormat } from '../../lib/format/number'
import { visible } from '#shared/domain/base/visible'

const text = statementsText.toasts

export const verifiedText = (files: number, hasCopy: boolean, numbers: NumberFormat) =>
  text.verified(files, formatCount(files, numbers), hasCopy)

export function restoredText(restored: number, of: number, numbers: NumberFormat): string {
  if (of === 0) return text.nothingToRestore
  if (restored === 0) return text.noIntactVersion
  const [some, all] = [formatCount(restored, numbers), formatCount(of, numbers)]
  return restored < of ? text.restoredSome(some, of, all) : text.restored(of, all)
}

export function comparedText(
  { counts, elsewhere, sentence }: CompareSummary,
  numbers: NumberFormat
): {
  readonly kind: 'success' | 'information' | 'warning'
  readonly text: string
  readonly detail: string | null
} {
  const { comparedCounts } = text
  const parts = (Object.keys(comparedCounts) as (keyof typeof comparedCounts)[]).flatMap((result) =>
    counts[result] > 0 ? [comparedCounts[result](counts[result], formatCount(counts[result], numbers))] : []
  )
  const others = elsewhere === 0 ? [] : [text.comparedElsewhere(elsewhere, formatCount(elsewhere, numbers))]
  const isGood = parts.length > 0 && counts.differs + counts.failed + counts.gone + counts.partly === 0
  return {
    kind: isGood ? 'success' : counts.differs + counts.failed > 0 ? 'warning' : 'information',
    text: parts.length + others.length === 0 ? text.nothingCompared : text.compared([...parts, ...others]),
    detail: sentence
  }
}

export function elsewhereText(
  elsewhere: NonNullable<FetchAnswer['elsewhere']>,
  numbers: NumberFormat
): string {
  const { elsewhere: sentence, belongsTo } = statementsText.fetch
  const all = elsewhere.reduce((sum, { count }) => sum + count, 0)
  return sentence(
    elsewhere.map(({ connection, count }) =>
      belongsTo(count, formatCount(count, numbers), visible(connection))
    ),
    all
  )
}
