/** Shorter texts are not secrets. */
export const minLength = 4

const json = (text: string) => JSON.stringify(text).slice(1, -1)
/** A lone surrogate is sent as its replacement character. */
const percent = (text: string) => encodeURIComponent(Buffer.from(text).toString())
const strictPercent = (text: string) =>
  percent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
const form = (text: string) => strictPercent(text).replaceAll('%20', '+')
/** HTML form encoding keeps asterisks. */
const pageForm = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
/** JSON allows an escape for any character. */
const escaped = (text: string) =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
  ).join('')
const upperDigits = (text: string) => text.replace(/[0-9a-f]{4}/g, (digits) => digits.toUpperCase())
const lowerPercent = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())

/**
 * The parts of a secret inside a longer base64 text (`id:secret` of a Basic header) that depend only on the secret,
 * for the three offsets.
 */
function base64Cores(text: string): string[] {
  const bytes = Buffer.from(text)
  const cores = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const first = offset === 0 ? 0 : offset + 1
    const last = Math.floor(((offset + bytes.length) * 8) / 6)
    return encoded.slice(first, last)
  })
  return cores.flatMap((core) => [
    core,
    core.replaceAll('+', '-').replaceAll('/', '_'),
    percent(core),
    lowerPercent(percent(core))
  ])
}

/** The bytes of UTF-16, one character each. */
function utf16(text: string): string[] {
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  return [little, big].map((bytes) => bytes.toString('latin1'))
}

/** The encodings of a secret in JSON, URLs, forms, headers and binary messages. */
export function variantsOf(secret: string): string[] {
  if (secret.length < minLength) return []
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const encoded = [secret, percent(secret), strictPercent(secret), form(secret), pageForm(secret)]
  const forms = [
    ...encoded,
    ...encoded.map(lowerPercent),
    ...encoded.map(percent),
    json(secret),
    json(json(secret)),
    percent(json(secret)),
    escaped(secret),
    upperDigits(escaped(secret)),
    hex,
    hex.toUpperCase(),
    // The bytes of a binary message, one character each.
    bytes.toString('latin1'),
    ...utf16(secret),
    ...utf16(secret).map(json),
    ...[...new Set(encoded)].flatMap(base64Cores)
  ]
  return [...new Set(forms)].filter((text) => text.length >= minLength)
}
