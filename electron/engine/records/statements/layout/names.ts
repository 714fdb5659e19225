import { createHash } from 'node:crypto'

/** Windows takes these for devices, with any ending. */
const devices = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9]|lpt[0-9])(\.|$)/i

const shortDigest = (text: string, digits = 8) =>
  createHash('sha256').update(text).digest('hex').slice(0, digits)

/** Letters, digits and a few marks, whatever came; never empty. */
function readable(text: string, longest: number): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 _-]+/g, '-')
    .replace(/[- ]*-[- ]*/g, '-')
    .replace(/ +/g, ' ')
    .replace(/^[- _]+|[- ]+$/g, '')
    .slice(0, longest)
    .replace(/[- ]+$/g, '')
  return plain === '' ? 'unnamed' : plain
}

/**
 * A name that every file system takes. A text that fits `plain` keeps its own; any other is made readable and gets a
 * digest of the text behind `~`, which no plain name has: different texts never meet, even where case is ignored.
 */
function safeName(text: string, plain: RegExp, longest: number): string {
  if (plain.test(text) && !devices.test(text)) return text
  return `${readable(text, longest)}~${shortDigest(text, 12)}`
}

/** One case alone is plain: on some file systems the other names the same folder. */
export const assetName = (asset: string | null) => safeName(asset ?? 'none given', /^[A-Z0-9]{1,16}$/, 24)

export const statementName = (id: string) =>
  safeName(id, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 36)

export const environmentName = (environment: string) => safeName(environment, /^[a-z]{1,16}$/, 16)

/** Stays the same when the person renames the connection. */
export const profileEnding = (profileId: string) => ` (${shortDigest(profileId)})`
export const profileName = (profile: { readonly id: string; readonly name: string }) =>
  `${readable(profile.name, 40)}${profileEnding(profile.id)}`

/** Endings that no system runs when the file is opened. */
const endings = new Set(['pdf', 'csv', 'txt', 'xml', 'xlsx', 'ods', 'zip', 'jsonl', 'parquet'])

/** The files of a statement in their order: `USDP-2026-10.pdf`, and distinct. */
export function fileNames(
  asset: string | null,
  month: string,
  formats: readonly string[]
): readonly string[] {
  const taken = new Set<string>()
  return formats.map((format) => {
    const short = format.replace(/^STATEMENT_FORMAT_/, '')
    const ending = short.toLowerCase()
    const stem = `${assetName(asset)}-${month}`
    const [start, end] = endings.has(ending)
      ? [stem, ending]
      : [`${stem}-${safeName(short, /^[A-Z0-9]{1,16}$/, 16)}`, 'bin']
    let name = `${start}.${end}`
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${start}-${count}.${end}`
    taken.add(name.toLowerCase())
    return name
  })
}

/** An altered file is kept under a name that says so, when a good one takes its place. */
export const asideOf = (file: string, stamp: string) => `${file}.altered-${stamp}`
export const isAsideOf = (name: string, file: string) =>
  name.startsWith(`${file}.altered-`) && /^[0-9A-Za-z-]{1,40}$/.test(name.slice(file.length + 9))

/** One name of a path on every system: whatever else a list says leads somewhere else. */
export const isSafeSegment = (name: string) =>
  /^[^\\/:*?"<>|\p{Cc}]{1,200}$/u.test(name) && !/[. ]$/.test(name) && !devices.test(name)

/** The valid names of a file in a sidecar: within its own folder, without any path. */
export const isFileName = (name: string) =>
  /^[A-Za-z0-9][A-Za-z0-9 _()~.-]{0,119}$/.test(name) &&
  !name.includes('..') &&
  !name.endsWith('.') &&
  !devices.test(name) &&
  !name.endsWith('.part') &&
  name.toLowerCase() !== 'statement.json'
