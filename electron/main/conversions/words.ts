import type { ConversionChange } from '../../engine/conversions'

export interface NotificationWords {
  readonly title: string
  readonly body: string
}

/** What a notification says of a change, or null for one that is not worth interrupting anybody. */
export function wordsOf({ row, statusBefore }: ConversionChange): NotificationWords | null {
  const { amount, sourceAsset, targetAsset, status, end, note } = row
  if (row.underway && status === statusBefore) return null
  const what = `${amount} ${sourceAsset} to ${targetAsset}`
  const title = end === null ? `Conversion: ${status}` : `Conversion ${end}`
  const lines = [what, ...(note === '' ? [] : [note]), row.id]
  return { title: short(title), body: short(lines.join('\n')) }
}

const short = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)
