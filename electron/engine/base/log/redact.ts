import { KnownTexts } from './known'
import { variantsOf } from './variants'

export const redacted = '[redacted]'

/** Names whose values are secret. */
const secretNames =
  'client[_-]?secret|access[_-]?token|refresh[_-]?token|id[_-]?token|client[_-]?assertion|code[_-]?verifier|api[_-]?key|passphrase|password'
const secretName = new RegExp(`^(?:${secretNames}|(?:proxy[_-]?)?authorization|cookie|set[_-]?cookie)$`, 'i')
export const isSecretName = (name: string) => secretName.test(name)

const gap = String.raw`(?:["'\\\s]|%22|%27|%5c)*`
/** The value extends to the end of the line: parameters contain quotes and commas. */
const header = new RegExp(
  String.raw`((?:authorization|set-cookie|\bcookie)${gap}(?:[:=,]|%3a|%3d|%2c)${gap})[^\r\n]*`,
  'gi'
)
const bearer = /\b(bearer|dpop)((?:\s|%20|\+)+)[^\s"'\\,;&<>]+/gi
const basic = /\b(basic)((?:\s|%20|\+)+)[a-z0-9+/_%-]{6,}=*/gi
/** Searched once for the start of a signed token. */
const joinedWords = /[\w.-]{10,}/g
const tokenStart = /\beyJ[\w-]{4}/
const quotedField = new RegExp(
  String.raw`((?:${secretNames})(?:\\*["'])?\s*[:=]\s*(\\*["'\x60]))[\s\S]*?(?:(?<!\\)\2|$)`,
  'gi'
)
const bareField = new RegExp(
  String.raw`((?:${secretNames})(?:\\*["'])?\s*(?:[:=]|%3d|%3a)\s*)(?!\\*["'\x60])[^&\s"'\\]+`,
  'gi'
)
/** The whole query is removed if it contains one of these. */
const query = /(\?|#|%3f)[^\s"'<>]+/gi
const presigned =
  /(?:^|[?&#;]|%3f|%26|\\u0026|amp;)(?:x-amz-[\w-]*|x-goog-[\w-]*|awsaccesskeyid|googleaccessid|key-pair-id|signature|expires|policy|sig|se|token|access_token|code)(?:=|%3d)/i
const userInformation = /(:\/\/)[^\s/?#"'@]+@/g

export interface Redactor {
  /** Redacts this text and its common encodings from now on. */
  readonly keep: (secret: string) => void
  /**
   * Linear in the length of the text. `wasCut` texts end at the last whole word, because part of a secret is not
   * recognized.
   */
  readonly redact: (text: string, wasCut?: boolean) => string
}

/** The maximum length removed from the end of a cut text. */
const maxLastWord = 2000
const endsWord = /[\s",:;{}[\]]/

function wholeWords(text: string): string {
  const min = Math.max(0, text.length - maxLastWord)
  let end = text.length
  while (end > min && !endsWord.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

function withoutToken(words: string): string {
  const start = words.search(tokenStart)
  return start < 0 || !words.includes('.', start) ? words : words.slice(0, start) + redacted
}

export function createRedactor(): Redactor {
  const known = new KnownTexts()
  return {
    keep(secret) {
      for (const variant of variantsOf(secret)) known.add(variant)
    },
    redact(text, wasCut = false) {
      const named = known.strike(text, redacted, wasCut)
      return (wasCut && !named.endsWith(redacted) ? wholeWords(named) : named)
        .replace(header, `$1${redacted}`)
        .replace(bearer, `$1$2${redacted}`)
        .replace(basic, `$1$2${redacted}`)
        .replace(quotedField, `$1${redacted}$2`)
        .replace(bareField, `$1${redacted}`)
        .replace(joinedWords, withoutToken)
        .replace(query, (part: string, mark: string) => (presigned.test(part) ? `${mark}${redacted}` : part))
        .replace(userInformation, `$1${redacted}@`)
    }
  }
}
