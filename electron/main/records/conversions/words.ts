import type { ConversionChange } from '#engine/records/conversions/index'

export interface NotificationWords {
  readonly title: string
  readonly body: string
}

/** What a notification says of a change, or null for one that is not worth interrupting anybody. */
export function wordsOf({ row, statusBefore, failure }: ConversionChange): NotificationWords | null {
  const { amount, sourceAsset, targetAsset, status, end, note } = row
  if (failure === null && row.underway && status === statusBefore) return null
  const what = `${amount} ${sourceAsset} to ${targetAsset}`
  const ended = end === null ? `Conversion: ${status}` : `Conversion ${end}`
  const title = failure === null ? ended : 'A conversion is no longer watched'
  const lines = [...(failure === null ? [] : [failure]), what, ...(note === '' ? [] : [note]), row.id]
  return { title: short(title), body: short(lines.join('\n')) }
}

/** Of many whose watches failed for the same reason. */
export const wordsOfMany = (failures: readonly string[]): NotificationWords => ({
  title: `${failures.length} conversions are no longer watched`,
  body: short([...new Set(failures)].join('\n'))
})

const short = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)
