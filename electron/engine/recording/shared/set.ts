import * as v from 'valibot'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { parseJson } from '#shared/wire/parse-json'
import { derivedOf } from '../keyframes/files'
import { isSegmentName } from '../log/segments'

export interface SharedFile {
  /** Below the folder of the service, with slashes. */
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** Sealed files that belong together: a segment with the files beside it, or an hour's Parquet files. */
export interface SharedSet {
  readonly name: string
  /** Of its items, in milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  readonly firstSeq: number
  readonly lastSeq: number
  readonly markets: readonly string[]
  readonly files: readonly SharedFile[]
}

export const maxSumsBytes = 4 * 1024 * 1024
/** Far more than a recorder writes, as for imports. */
const maxFileBytes = 256 * 1024 * 1024
const maxFiles = 20_000

const time = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15))
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const schema = v.object({
  version: v.literal(1),
  from: time,
  to: time,
  firstSeq: number,
  lastSeq: number,
  markets: v.pipe(v.array(v.pipe(v.string(), v.maxLength(1000))), v.maxLength(10_000)),
  bytes: v.pipe(v.array(v.pipe(number, v.maxValue(maxFileBytes))), v.minLength(1), v.maxLength(maxFiles))
})

const logFolder = 'log/'
const ending = '.tsv.gz'
const parquetName = /^parquet-(\d{4}-\d\d-\d\d)T(\d\d)-\d{1,15}$/
/** Files of Parquet are not read here, but listed for others. */
const parquetFile = /^parquet\/table=\w{1,40}\/market=[\w%~-]{1,300}\/date=[\d-]{10}\/\d\d-\d{1,15}\.parquet$/
const line = /^([0-9a-f]{64}) {2}(.+)$/

/** The set of a segment, such as 2026-11-24T10-00-00.412Z. */
export const setOfSegment = (segment: string): string => segment.slice(0, -ending.length)

/** Null if the set is none of a segment. */
export function segmentOf(name: string): string | null {
  const segment = name + ending
  return isSegmentName(segment) ? segment : null
}

/** When it began, by its name, in milliseconds since the epoch; null if it is not the name of a set. */
export function timeOfSet(name: string): number | null {
  if (segmentOf(name) !== null)
    return Date.parse(name.slice(0, name.indexOf('Z') + 1).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
  const match = parquetName.exec(name)
  return match && Date.parse(`${match[1]}T${match[2]}:00:00Z`)
}

export const bytesOfSet = ({ files }: SharedSet): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** As `sha256sum -c` reads it: what else there is to say of the set is a comment. */
export function formatSums({ name: _name, files, ...facts }: SharedSet): string {
  const about = { version: 1, ...facts, bytes: files.map(({ bytes }) => bytes) }
  const lines = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`)
  return `# ${JSON.stringify(about)}\n${lines.join('')}`
}

/** Refuses files that a set of this name cannot have, so that no name leads elsewhere. */
export function parseSums(name: string, text: string): SharedSet {
  const refused = () => fail('recording.shared-set', recordingText.shared.damagedSums(name))
  const [first = '', ...lines] = text.trimEnd().split('\n')
  let value: unknown
  try {
    value = first.startsWith('# ') ? parseJson(first.slice(2), { values: 100_000, strict: true }) : null
  } catch {
    throw refused()
  }
  const checked = v.safeParse(schema, value)
  if (!checked.success || timeOfSet(name) === null) throw refused()
  const { version: _version, bytes, ...facts } = checked.output
  const allowed = fileRule(name)
  const files = lines.map((each, index): SharedFile => {
    const [, sha256, file] = line.exec(each) ?? []
    if (!sha256 || file === undefined || !allowed(file)) throw refused()
    return { name: file, sha256, bytes: bytes[index] ?? NaN }
  })
  const isWhole =
    files.length === bytes.length && new Set(files.map((file) => file.name)).size === files.length
  if (!isWhole || facts.to < facts.from || facts.lastSeq < facts.firstSeq) throw refused()
  return { name, ...facts, files }
}

function fileRule(name: string): (file: string) => boolean {
  const segment = segmentOf(name)
  if (segment === null) return (file) => parquetFile.test(file)
  const log = logFolder + segment
  const names = new Set([log, ...derivedOf(log)])
  return (file) => names.has(file)
}
