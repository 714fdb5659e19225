import { isRecord, malformed, RecordReader, type Moment, type Raw } from './record-reader'

/** A presigned URL. It grants access to the file, so it is not logged, not serialized, and empty in windows. */
export class FileAddress {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** For the download itself. */
  reveal(): string {
    return this.#text
  }

  toString(): string {
    return '(presigned address)'
  }

  toJSON(): string {
    return this.toString()
  }
}

export interface StatementFile {
  readonly format: string
  readonly address: FileAddress | null
  readonly generatedAt: Moment | null
  readonly more: Raw
}

/** A rewards statement. Which of its fields are always there is not described: its id alone is needed. */
export interface Statement {
  readonly id: string
  readonly assetType: string | null
  readonly periodStart: Moment | null
  readonly periodEnd: Moment | null
  readonly status: string | null
  readonly type: string | null
  readonly totalAccrued: string | null
  readonly averageDailyBalance: string | null
  readonly files: readonly StatementFile[]
  readonly createdAt: Moment | null
  /** Undocumented fields, with URLs hidden. */
  readonly more: Raw
}

/** `keepOutOfLogs` is called for every URL in the answer first. */
export function decodeStatement(body: unknown, keepOutOfLogs: (secret: string) => void): Statement {
  hideAddresses(body, keepOutOfLogs)
  const statement = isRecord(body) ? body['statement'] : undefined
  if (!isRecord(statement)) throw malformed('statement', 'wrong or missing: statement')
  const fields = new RecordReader('statement', statement)
  return {
    id: fields.required('id'),
    assetType: fields.text('asset_type'),
    periodStart: fields.moment('period_start'),
    periodEnd: fields.moment('period_end'),
    status: fields.text('status'),
    type: fields.text('type'),
    totalAccrued: fields.text('total_accrued'),
    averageDailyBalance: fields.text('avg_daily_balance'),
    files: (fields.list('files') ?? []).map(decodeFile),
    createdAt: fields.moment('created_at'),
    more: hidden(fields.more())
  }
}

function decodeFile(body: unknown): StatementFile {
  if (!isRecord(body)) throw malformed('statement', 'a file that is not an object')
  const fields = new RecordReader('statementFile', body)
  const address = fields.text('download_url')
  return {
    format: fields.required('format'),
    address: address === null ? null : new FileAddress(address),
    generatedAt: fields.moment('generated_at'),
    more: hidden(fields.more())
  }
}

const address = /^https?:\/\//i
const deepest = 50

function hideAddresses(value: unknown, keepOutOfLogs: (secret: string) => void, depth = 0): void {
  if (typeof value === 'string') {
    if (address.test(value)) keepOutOfLogs(value)
  } else if (typeof value === 'object' && value !== null && depth < deepest) {
    for (const inner of Object.values(value)) hideAddresses(inner, keepOutOfLogs, depth + 1)
  }
}

const hidden = (more: Raw): Raw =>
  Object.fromEntries(Object.entries(more).map(([name, value]) => [name, hiddenIn(value, 0)]))

function hiddenIn(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return address.test(value) ? new FileAddress(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (depth === deepest) return null
  if (Array.isArray(value)) return value.map((one) => hiddenIn(one, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hiddenIn(one, depth + 1)]))
}
