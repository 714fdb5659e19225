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
const webToken = /\beyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*)*/g
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
const userInformation = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#"'@]+@/gi

export interface Redactor {
  /** From now on this text appears nowhere, in whatever common form it is written. */
  readonly keep: (secret: string) => void
  readonly redact: (text: string) => string
}

export function createRedactor(): Redactor {
  const known = new KnownTexts()
  return {
    keep(secret) {
      for (const variant of variantsOf(secret)) known.add(variant)
    },
    redact(text) {
      const named = known.strike(text, redacted)
      return named
        .replace(header, `$1${redacted}`)
        .replace(bearer, `$1$2${redacted}`)
        .replace(basic, `$1$2${redacted}`)
        .replace(quotedField, `$1${redacted}$2`)
        .replace(bareField, `$1${redacted}`)
        .replace(webToken, redacted)
        .replace(query, (part: string, mark: string) => (presigned.test(part) ? `${mark}${redacted}` : part))
        .replace(userInformation, `$1${redacted}@`)
    }
  }
}
