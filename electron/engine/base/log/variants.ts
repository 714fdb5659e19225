/** Shorter texts are no secrets, and striking them out would leave no log. */
export const minLength = 4

const json = (text: string) => JSON.stringify(text).slice(1, -1)
/** A lone surrogate has no percent form; its replacement character has, and that is what would be sent. */
const percent = (text: string) => encodeURIComponent(Buffer.from(text).toString())
const strictPercent = (text: string) =>
  percent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
const form = (text: string) => strictPercent(text).replaceAll('%20', '+')
/** As a page's own form writes it: asterisks stay. */
const pageForm = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
/** Every UTF-16 unit as an escape, which JSON allows for any character. */
const escaped = (text: string) =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
  ).join('')
const upperDigits = (text: string) => text.replace(/[0-9a-f]{4}/g, (digits) => digits.toUpperCase())
const lowerPercent = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())

/**
 * A secret inside of a longer base64 text (`id:secret` of a Basic header) can stand at three offsets. Of each, this
 * is the part that depends on the secret alone.
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

/** As the bytes of UTF-16 are read, one character each. */
function utf16(text: string): string[] {
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  return [little, big].map((bytes) => bytes.toString('latin1'))
}

/** The forms in which a secret can come by on its way through JSON, addresses, forms, headers and binary messages. */
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
    // As the bytes of a binary message are read, one character each.
    bytes.toString('latin1'),
    ...utf16(secret),
    ...utf16(secret).map(json),
    ...[...new Set(encoded)].flatMap(base64Cores)
  ]
  return [...new Set(forms)].filter((text) => text.length >= minLength)
}
