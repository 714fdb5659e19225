import { conversionText } from '#shared/messages/conversions'
import type { ConversionChange } from '#engine/records/conversions/index'

const { notification: text } = conversionText

export interface NotificationWords {
  readonly title: string
  readonly body: string
}

/** Null if no notification is needed. */
export function wordsOf({ row, statusBefore, failure, overdue }: ConversionChange): NotificationWords | null {
  const { amount, sourceAsset, targetAsset, status, end, note, usual } = row
  const isSame = row.underway && status === statusBefore
  if (failure === null && isSame && overdue === null) return null
  const pair = text.pair(amount, sourceAsset, targetAsset)
  const ended = end === null ? text.status(status) : text[end]
  const isLate = overdue !== null && usual !== null
  const title = failure !== null ? text.stopped : isLate && isSame ? text.late : ended
  const late = isLate ? [text.usual(minutesIn(overdue), usual.words, usual.of)] : []
  const lines = [
    ...(failure === null ? [] : [failure]),
    pair,
    ...late,
    ...(note === '' ? [] : [note]),
    row.id
  ]
  return { title: short(title), body: short(lines.join('\n')) }
}

/** For several conversions. */
export const wordsOfMany = (failures: readonly string[]): NotificationWords => ({
  title: text.manyStopped(failures.length),
  body: short([...new Set(failures)].join('\n'))
})

const minutesIn = (milliseconds: number) => Math.floor(milliseconds / 60_000)

const short = (line: string) => (line.length > 300 ? `${line.slice(0, 300)}…` : line)
