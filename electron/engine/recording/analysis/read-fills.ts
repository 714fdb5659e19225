import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { maxFillProblems, maxFills, type FillFile } from '#shared/contract/recording/analysis'
import { canonical, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { fail } from '#shared/domain/base/problem'
import { parseTime } from '#shared/domain/base/time'
import { analysisText } from '#shared/messages/analysis'
import { diskReason, NotPlainFile, readPlainFile } from '../../base/files'

export interface Fill {
  /** In the file. */
  readonly line: number
  /** In nanoseconds since the epoch. */
  readonly time: bigint
  readonly side: 'buy' | 'sell'
  readonly price: Decimal
  readonly amount: Decimal
  readonly order: string | null
  /** As the file spells it; null without a column of markets. */
  readonly market: string | null
}

export interface ReadFills extends Omit<FillFile, 'id' | 'fills'> {
  /** By time. */
  readonly fills: readonly Fill[]
}

const text = analysisText.fills
const maxBytes = 8 * 1024 * 1024
const maxRecord = 10_000
const maxDigits = 40
const maxOrder = 200
const maxMarket = 200
const million = 1_000_000n

/** In lower case, without anything but letters. */
const names = {
  time: ['time', 'timestamp', 'datetime', 'executedat', 'executiontime', 'filltime', 'timeutc'],
  side: ['side', 'direction', 'buysell'],
  price: ['price', 'fillprice', 'executionprice', 'averageprice'],
  amount: ['amount', 'size', 'quantity', 'qty', 'fillamount', 'fillsize'],
  order: ['order', 'orderid'],
  id: ['id'],
  market: ['market', 'symbol', 'instrument', 'pair']
} as const
type Field = keyof typeof names
const needed = ['time', 'side', 'price', 'amount'] as const

const sides = new Map<string, Fill['side']>([
  ['buy', 'buy'],
  ['b', 'buy'],
  ['sell', 'sell'],
  ['s', 'sell']
])

/** The fills of a CSV file. What is not a fill is named by its line; a file that cannot be read whole is refused. */
export async function readFills(file: string): Promise<ReadFills> {
  const name = path.basename(file)
  const records = recordsOf(name, await textOf(file, name))
  const head = records[0]?.cells ?? []
  const columns = columnsOf(name, head)
  const rows = records.slice(1)
  if (rows.length > maxFills) throw refused(text.tooMany(name, maxFills))
  const fills: Fill[] = []
  const problems: { readonly line: number; readonly sentence: string }[] = []
  for (const { line, cells } of rows) {
    const fill = fillOf(cells, columns, line)
    if (typeof fill === 'string') problems.push({ line, sentence: fill })
    else fills.push(fill)
  }
  if (fills.length === 0)
    throw refused(
      problems[0] ? text.noneValid(name, problems[0].line, problems[0].sentence) : text.none(name)
    )
  fills.sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : one.line - other.line))
  return {
    name,
    fills,
    from: Number(fills[0]!.time / million),
    to: Number(fills.at(-1)!.time / million),
    problems: problems.slice(0, maxFillProblems),
    moreProblems: Math.max(0, problems.length - maxFillProblems)
  }
}

const refused = (sentence: string, cause?: unknown) => fail('analysis.fills', sentence, { cause })

async function textOf(file: string, name: string): Promise<string> {
  const bytes = await readPlainFile(file, maxBytes).catch((problem: unknown) => {
    const isOdd = problem instanceof NotPlainFile
    throw refused(
      isOdd ? text.notFile(name, problem.words) : text.notRead(name, diskReason(problem)),
      problem
    )
  })
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!decoded.includes('\0')) return decoded
  } catch (problem) {
    throw refused(text.notText(name), problem)
  }
  throw refused(text.notText(name))
}

interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

function recordsOf(name: string, content: string): CsvRecord[] {
  const first = content.slice(0, content.search(/[\r\n]|$/))
  const delimiter = [',', ';', '\t'].toSorted(
    (one, other) => first.split(other).length - first.split(one).length
  )[0]!
  try {
    const records: CsvRecord[] = []
    parse(content, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: maxRecord,
      to: maxFills + 2,
      on_record(record, { lines }) {
        const cells = record.map((cell) => cell.trim())
        if (cells.some((cell) => cell !== '')) records.push({ line: lines, cells })
        return null
      }
    })
    return records
  } catch (problem) {
    throw refused(text.notCsv(name), problem)
  }
}

function columnsOf(name: string, head: readonly string[]): ReadonlyMap<Field, number> {
  const found = new Map<Field, number>()
  for (const [index, cell] of head.entries()) {
    const plain = cell.toLowerCase().replaceAll(/[^a-z]/g, '')
    for (const field of Object.keys(names) as Field[])
      if (!found.has(field) && (names[field] as readonly string[]).includes(plain)) found.set(field, index)
  }
  if (needed.some((field) => !found.has(field))) throw refused(text.noColumns(name))
  return found
}

/** Or a sentence: what is wrong. */
function fillOf(cells: readonly string[], columns: ReadonlyMap<Field, number>, line: number): Fill | string {
  const cell = (field: Field) => cells[columns.get(field) ?? -1] ?? ''
  const time = timeOf(cell('time'))
  if (time === null) return text.badTime
  const side = sides.get(cell('side').toLowerCase())
  if (!side) return text.badSide
  const price = positive(cell('price'))
  if (!price) return text.badPrice
  const amount = positive(cell('amount'))
  if (!amount) return text.badAmount
  // Beside an order's ID, a plain one is the fill's own.
  const order = cell(columns.has('order') ? 'order' : 'id')
  if (order.length > maxOrder) return text.longOrder(maxOrder)
  const market = columns.has('market') ? cell('market') : null
  if (market === '' || (market && market.length > maxMarket)) return text.badMarket(maxMarket)
  return { line, time, side, price, amount, order: order === '' ? null : order, market }
}

function positive(cell: string): Decimal | null {
  const value = cell.length <= maxDigits ? parseDecimal(cell) : null
  return value && value.units > 0n ? canonical(value) : null
}

const zone = /(?:z|[+-]\d\d:\d\d)$/i

/** RFC 3339, also with a space and without a zone, which is UTC then. Not before 1970. */
function timeOf(cell: string): bigint | null {
  const full = cell.replace(/^(\d{4}-\d\d-\d\d) /, '$1T').replace(/ UTC$/, 'Z')
  const time = parseTime(zone.test(full) ? full : `${full}Z`)
  return time !== null && time >= 0n ? time : null
}
