import { KnownTexts } from './known'
import { variantsOf } from './variants'

export const redacted = '[redacted]'

/** Values that are secret whatever they look like, because of the name they go by. */
const secretNames =
  'client[_-]?secret|access[_-]?token|refresh[_-]?token|id[_-]?token|client[_-]?assertion|code[_-]?verifier|api[_-]?key|passphrase|password'
const secretName = new RegExp(`^(?:${secretNames}|(?:proxy[_-]?)?authorization|cookie|set[_-]?cookie)$`, 'i')
export const isSecretName = (name: string) => secretName.test(name)

const gap = String.raw`(?:["'\\\s]|%22|%27|%5c)*`
/** The value runs to the end of its line: schemes with parameters have quotes and commas of their own. */
const header = new RegExp(
  String.raw`((?:authorization|set-cookie|\bcookie)${gap}(?:[:=,]|%3a|%3d|%2c)${gap})[^\r\n]*`,
  'gi'
)
const bearer = /\b(bearer|dpop)((?:\s|%20|\+)+)[^\s"'\\,;&<>]+/gi
const basic = /\b(basic)((?:\s|%20|\+)+)[a-z0-9+/_%-]{6,}=*/gi
/** Each is searched once for the start of a signed token. */
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
/** Everything after the question mark goes as soon as one of these is in it. */
const query = /(\?|#|%3f)[^\s"'<>]+/gi
const presigned =
  /(?:^|[?&#;]|%3f|%26|\\u0026|amp;)(?:x-amz-[\w-]*|x-goog-[\w-]*|awsaccesskeyid|googleaccessid|key-pair-id|signature|expires|policy|sig|se|token|access_token|code)(?:=|%3d)/i
const userInformation = /(:\/\/)[^\s/?#"'@]+@/g

export interface Redactor {
  /** From now on this text appears nowhere, in whatever common form it is written. */
  readonly keep: (secret: string) => void
  /**
   * The time this takes grows with the length of the text alone. A text that `wasCut` ends with its last whole word:
   * half of a secret is not recognized.
   */
  readonly redact: (text: string, wasCut?: boolean) => string
}

/** A longer word at the end of a text that was cut loses only so much of its end. */
const maxLastWord = 2000
const endsWord = /[\s",:;{}[\]]/

function wholeWords(text: string): string {
  const least = Math.max(0, text.length - maxLastWord)
  let end = text.length
  while (end > least && !endsWord.test(text[end - 1]!)) end--
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
