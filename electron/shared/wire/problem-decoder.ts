import * as v from 'valibot'
import { plainLine } from '../domain/base/plain-line'
import { parseJson } from './parse-json'

/** RFC 6749, RFC 7807, or neither. */
interface Refusal {
  /** RFC 6749 only, e.g. `invalid_client`. */
  readonly code: string | null
  readonly words: string | null
  readonly requestId: string | null
  /** One of these scopes is required. */
  readonly missingScopes: readonly string[]
  /** Of the refused token; null if not named. */
  readonly foundScopes: readonly string[] | null
}

const text = v.fallback(v.optional(v.string()), undefined)
const shape = v.looseObject({
  error: text,
  error_description: text,
  title: text,
  detail: text,
  message: text,
  request_id: text,
  meta: v.fallback(v.optional(v.looseObject({ required_scope: text })), undefined)
})

const nothing: Refusal = { code: null, words: null, requestId: null, missingScopes: [], foundScopes: null }

const maxBody = 64 * 1024

/** JSON is parsed whatever the content type; HTML is ignored. `redact` removes secrets before texts are cut. */
export function decodeRefusal(body: string, redact = (text: string) => text): Refusal {
  if (body.length > maxBody) return nothing
  const oneLine = (text: string) => plainLine(redact(text))
  let parsed: unknown
  try {
    parsed = parseJson(body)
  } catch {
    const plain = oneLine(body)
    return plain !== '' && plain.length <= 200 && !plain.includes('<')
      ? { ...nothing, words: plain, ...scopesIn(plain) }
      : nothing
  }
  const checked = v.safeParse(shape, parsed)
  if (!checked.success) return nothing
  const { error, error_description, detail, message, title, request_id, meta } = checked.output
  const words = error_description ?? detail ?? message ?? title
  const { missingScopes: named, foundScopes } = scopesIn(words ? oneLine(words) : '')
  const required = meta?.required_scope
  return {
    code: error ? oneLine(error).slice(0, 80) : null,
    words: words ? oneLine(words).slice(0, 300) : null,
    requestId: request_id ? oneLine(request_id).slice(0, 100) : null,
    missingScopes: named.length > 0 || !required ? named : [oneLine(required).slice(0, 100)],
    foundScopes
  }
}

/** `insufficient scopes: found '…', required one of '[…]'` */
function scopesIn(words: string): Pick<Refusal, 'missingScopes' | 'foundScopes'> {
  const [, missing = ''] =
    /insufficient scopes?\b.*\brequired (?:one of )?['"]?\[?([^'"\]]*)/is.exec(words) ?? []
  const [, found] = /insufficient scopes?\b.{0,20}?\bfound ['"]\[?([^'"\]]*)/is.exec(words) ?? []
  return {
    missingScopes: listed(missing),
    foundScopes: found === undefined ? null : listed(found)
  }
}

const listed = (text: string) =>
  [...new Set(text.split(/[\s,]+/))].filter((scope) => /^[\w.:*-]{1,100}$/.test(scope))
