import { conversionText } from '#shared/messages/conversions'
import type { ConversionChange } from '#engine/records/conversions/index'

const { notification: text } = conversionText

export interface NotificationWords {
  readonly title: string
  readonly body: string
}

/** Null if no notification is needed. */
export function wordsOf({ row, statusBefore, failure }: ConversionChange): NotificationWords | null {
  const { amount, sourceAsset, targetAsset, status, end, note } = row
  if (failure === null && row.underway && status === statusBefore) return null
  const pair = text.pair(amount, sourceAsset, targetAsset)
  const ended = end === null ? text.status(status) : text[end]
  const title = failure === null ? ended : text.stopped
  const lines = [...(failure === null ? [] : [failure]), pair, ...(note === '' ? [] : [note]), row.id]
  return { title: short(title), body: short(lines.join('\n')) }
}

/** For several conversions. */
export const wordsOfMany = (failures: readonly string[]): NotificationWords => ({
  title: text.manyStopped(failures.length),
  body: short([...new Set(failures)].join('\n'))
})

const short = (line: string) => (line.length > 300 ? `${line.slice(0, 300)}…` : line)
