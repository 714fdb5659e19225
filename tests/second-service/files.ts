import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { ZipFile } from 'yazl'
import { shortest } from './spelling'

export interface StoredFile {
  readonly format: string
  readonly type: string
  readonly bytes: Buffer
}

interface Line {
  readonly date: string
  readonly balance: string
  readonly accrued: string
}

const rows = (lines: readonly Line[], separator: string, end: string, head = 'date,balance,accrued') =>
  [head.split(','), ...lines.map(({ date, balance, accrued }) => [date, balance, accrued])]
    .map((cells) => cells.join(separator) + end)
    .join('')

/** The CSV format is not documented. */
const dialects: Readonly<Record<string, (lines: readonly Line[]) => Buffer>> = {
  plain: (lines) => Buffer.from(rows(lines, ',', '\n')),
  semicolons: (lines) =>
    Buffer.from(
      rows(
        lines.map((line) => ({ ...line, accrued: line.accrued.replace('.', ',') })),
        ';',
        '\r\n'
      )
    ),
  tabs: (lines) => Buffer.from(rows(lines, '\t', '\n')),
  bom: (lines) => Buffer.from(`\ufeff${rows(lines, ',', '\r\n')}`),
  utf16: (lines) => Buffer.from(`\ufeff${rows(lines, '\t', '\r\n')}`, 'utf16le'),
  titled: (lines) =>
    Buffer.from(
      `# Rewards of the month\nPrepared for;Zürich\n\n${rows(lines, ',', '\n')}\nFigures in USDG.\n`
    ),
  oneColumn: (lines) => Buffer.from(`accrued\n${lines.map(({ accrued }) => `${accrued}\n`).join('')}`),
  quoted: (lines) =>
    Buffer.from(
      rows(
        lines.map((line) => ({ ...line, balance: `"${line.balance}\nof ""USDG"""` })),
        ',',
        '\n'
      )
    ),
  headless: (lines) => Buffer.from(rows(lines, ',', '\n').replace(/^.*\n/, ''))
}
export const dialectNames = Object.keys(dialects)

export async function statementFiles(
  month: number,
  begins: bigint,
  accrued: readonly bigint[]
): Promise<StoredFile[]> {
  const lines = accrued.map((units, day) => ({
    date: new Date(Number(begins / 1_000_000n) + day * 86_400_000).toISOString().slice(0, 10),
    balance: shortest(units * 1000n, 2),
    accrued: shortest(units, 6)
  }))
  const dialect = dialects[dialectNames[month % dialectNames.length]!]!
  const files = [
    { format: 'STATEMENT_FORMAT_PDF', type: 'application/pdf', bytes: await pdf(`Rewards ${month}`) },
    { format: 'STATEMENT_FORMAT_CSV', type: 'text/csv', bytes: dialect(lines) }
  ]
  if (month !== 0) return files
  return [
    ...files,
    { format: 'STATEMENT_FORMAT_CSV', type: 'text/csv', bytes: Buffer.from('day;fee\n1;0.5\n2;0.25\n') },
    {
      format: 'STATEMENT_FORMAT_XLSX',
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      bytes: await workbook()
    },
    { format: 'STATEMENT_FORMAT_PARQUET', type: '', bytes: Buffer.from('PAR1\0\x01\x02PAR1', 'latin1') }
  ]
}

function pdf(title: string): Promise<Buffer> {
  const document = new PDFDocument({ info: { CreationDate: new Date(0) } })
  document.text(title)
  document.end()
  return buffer(document)
}

function workbook(): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('<Types/>'), '[Content_Types].xml')
  zip.addBuffer(Buffer.from('<worksheet/>'), 'xl/worksheets/sheet1.xml')
  zip.end()
  return buffer(zip.outputStream)
}
