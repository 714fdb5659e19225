import * as v from 'valibot'

/** What the service itself says about a refusal: RFC 6749, RFC 7807, or neither. */
export interface ErrorBody {
  readonly code: string | null
  readonly words: string | null
  readonly requestId: string | null
}

const textOrNothing = v.fallback(v.optional(v.string()), undefined)
const shape = v.looseObject({
  error: textOrNothing,
  error_description: textOrNothing,
  title: textOrNothing,
  detail: textOrNothing,
  message: textOrNothing,
  request_id: textOrNothing
})

const nothing: ErrorBody = { code: null, words: null, requestId: null }

/** JSON is read whatever the content type says; a page of HTML says nothing that a person could use. */
export function readErrorBody(text: string): ErrorBody {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    const plain = oneLine(text)
    return plain !== '' && plain.length <= 200 && !plain.includes('<')
      ? { ...nothing, words: plain }
      : nothing
  }
  const checked = v.safeParse(shape, parsed)
  if (!checked.success) return nothing
  const body = checked.output
  const words = body.error_description ?? body.detail ?? body.message ?? body.title
  return {
    code: body.error ? oneLine(body.error).slice(0, 80) : null,
    words: words ? oneLine(words).slice(0, 300) : null,
    requestId: body.request_id ? oneLine(body.request_id).slice(0, 100) : null
  }
}

// Words of a stranger are shown as one plain line: no control characters, no direction marks.
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
