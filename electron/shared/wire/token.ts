import * as v from 'valibot'
import { fail } from '../domain/base/problem'
import { tokenText } from '../messages/service'

export interface Token {
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly scopes: readonly string[]
}

/** A year in seconds; a later end is not a valid date. */
const maxLife = 31_536_000

const answer = v.looseObject({
  access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)),
  // Some token servers send text.
  expires_in: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))]),
    v.integer(),
    v.minValue(1)
  ),
  token_type: v.optional(v.string()),
  scope: v.optional(v.nullable(v.string()))
})

/** `asked` replaces a missing `scope` (RFC 6749, section 5.1). */
export function decodeToken(body: unknown, asked: readonly string[]): Token {
  const checked = v.safeParse(answer, body)
  if (!checked.success) {
    const fields = checked.issues.map((issue) => v.getDotPath(issue) ?? 'the whole').join(', ')
    throw fail('token.malformed', tokenText.malformed, { detail: `wrong or missing: ${fields}` })
  }
  const { access_token, expires_in, token_type, scope } = checked.output
  if (token_type !== undefined && token_type.toLowerCase() !== 'bearer') {
    throw fail('token.type', tokenText.wrongType)
  }
  return {
    accessToken: access_token,
    expiresInSeconds: Math.min(expires_in, maxLife),
    scopes: typeof scope === 'string' ? splitScopes(scope) : [...asked]
  }
}

const splitScopes = (text: string) => [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))]
