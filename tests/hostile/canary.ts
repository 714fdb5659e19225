/** Alphanumeric, so encodings keep them. */
const marks = { secret: 'SecretCanary4fJ8', token: 'TokenCanary9kW2' }
export type Canary = keyof typeof marks

export const canarySecret = `${marks.secret}/+ &="%~`
export const canaryToken = (count: number) => `${marks.token}.${count}_~+/${'x'.repeat(20)}==`

const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const escaped = (text: string) =>
  [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

/** Echoes of a text by form. */
export const echoesOf = (text: string): Readonly<Record<string, string>> => ({
  plain: text,
  base64: Buffer.from(text).toString('base64'),
  base64url: Buffer.from(text).toString('base64url'),
  'base64 of a header': Buffer.from(`desk:${text}`).toString('base64'),
  hex: Buffer.from(text).toString('hex'),
  HEX: Buffer.from(text).toString('hex').toUpperCase(),
  percent: encodeURIComponent(text),
  'percent twice': encodeURIComponent(encodeURIComponent(text)),
  form: new URLSearchParams([['', text]]).toString().slice(1),
  escaped: escaped(text),
  'UTF-16': Buffer.from(text, 'utf16le').toString('latin1')
})

/** The base64 parts that depend only on the mark. */
const base64Cores = (mark: string) =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.from('\0'.repeat(offset) + mark).toString('base64')
    const first = offset === 0 ? 0 : offset + 1
    return encoded.slice(first, Math.floor(((offset + mark.length) * 8) / 6))
  })

const hex = (mark: string) => Buffer.from(mark).toString('hex')

/** Encodings of the mark, independent of the app's own. */
const formsOf = (mark: string): readonly (readonly [form: string, bytes: Buffer])[] => [
  ['plain', Buffer.from(mark)],
  ...base64Cores(mark).map((core, offset): [string, Buffer] => [`base64 ${offset}`, Buffer.from(core)]),
  ['hex', Buffer.from(hex(mark))],
  ['HEX', Buffer.from(hex(mark).toUpperCase())],
  ['percent', Buffer.from(percent(mark))],
  ['PERCENT', Buffer.from(percent(mark).toUpperCase())],
  ['escaped', Buffer.from(escaped(mark))],
  ['spaced', Buffer.from([...mark].join(' '))],
  ['UTF-16', Buffer.from(mark, 'utf16le')],
  ['UTF-16 BE', swapped(mark)]
]

const forms = (Object.keys(marks) as Canary[]).flatMap((canary) =>
  formsOf(marks[canary]).map(([form, bytes]) => ({ canary, form, bytes }))
)

/** The canaries found, with their form. */
export function canariesIn(content: Buffer | string): string[] {
  const bytes = Buffer.from(content)
  return forms.filter((one) => bytes.includes(one.bytes)).map(({ canary, form }) => `${canary} (${form})`)
}

export const holdsCanary = (canary: Canary, text: string) =>
  forms.some((one) => one.canary === canary && Buffer.from(text, 'latin1').includes(one.bytes))
