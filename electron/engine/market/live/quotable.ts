import { plainLine } from '#shared/domain/base/plain-line'
import type { ControlMessage } from '#shared/wire/stream-decoder'
import { maxText } from '#shared/wire/stream-decoder-values'

const maxCode = 80
const maxWords = 300

export type Redact = (text: string, wasCut?: boolean) => string

/** On one line, without secrets. */
export function quotable(message: ControlMessage, redact: Redact = (text) => text): ControlMessage {
  const quote = (text: string, max: number) => plainLine(redact(text, text.length >= maxText), max)
  if (message.kind === 'error') {
    const words = message.message === null ? null : quote(message.message, maxWords)
    return { ...message, code: quote(message.code, maxCode), message: words }
  }
  if (message.kind !== 'acknowledgement') return message
  const results = message.results.map((result) =>
    result.error === null ? result : { ...result, error: quote(result.error, maxCode) }
  )
  return { ...message, results }
}
