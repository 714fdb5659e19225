import { FileAddress } from '#shared/wire/statement-decoder'

/** Replaces a URL. */
export const hidden = '(address)'

const addresses = /[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi
const beginning = /[a-z][a-z0-9+.-]{1,20}:\/\//i
/** Of an address that opens a file, even where its beginning is missing. */
const signature =
  /x-(amz|goog|ms)-|(^|[^a-z])(sig|signature|awsaccesskeyid|googleaccessid|key-pair-id|policy|token)=/i
const withoutScheme = /(^|[\s"'(<=,])\/\/[^\s/]/
const query = /[?&][^\s=?&]+=/
const deepest = 60
const maxEncodings = 4

/** The record without any presigned URL, which would give access to the file. */
export function withoutAddresses(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return hide(value)
  if (value instanceof FileAddress) return hidden
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return null
  if (Array.isArray(value)) return value.map((one) => withoutAddresses(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [hide(name), withoutAddresses(one, depth + 1)])
  )
}

/** Keeps the words around a URL, unless its end is unclear. */
function hide(text: string): string {
  const without = text.replace(addresses, hidden)
  // It went on after a blank.
  if (without !== text && query.test(without)) return hidden
  // The text before it is not a known scheme.
  if (without.includes('://')) return hidden
  let bare = text
  for (let times = 0; times <= maxEncodings; times += 1) {
    if (signature.test(bare) || withoutScheme.test(bare)) return hidden
    if (times > 0 && beginning.test(bare)) return hidden
    const next = decoded(bare)
    if (next === bare) break
    bare = next
  }
  return without
}

const letter = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))

/** One layer of how addresses are written within other texts. */
const decoded = (text: string) =>
  text
    .replace(/%([0-9a-f]{2})/gi, letter)
    .replace(/\\u([0-9a-f]{4})/gi, letter)
    .replaceAll('\\/', '/')
