import bold from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-600-normal.woff?inline'
import regular from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff?inline'
import PDFDocument from 'pdfkit'
import { formatTimeShortest } from '#shared/domain/base/time'
import { formatMonth } from '../data/months'
import { micros, type Statement } from '../data/statements'
import { unpackWoff } from './woff'

const bytesOf = (address: string) =>
  unpackWoff(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
const left = 56
const right = 539
const columns = { date: left, balance: 170, accrued: 370 }
const rowHeight = 16

type Document = InstanceType<typeof PDFDocument>

/** Deterministic: date and file ID are derived from the statement. */
export async function makePdf(statement: Statement): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: 48, bottom: 40, left, right: 56 },
    // The standard fonts are files, which bundles do not include.
    font: '',
    info: {
      Title: `Rewards statement ${statement.asset} ${formatMonth(statement.month)}`,
      Author: 'Leadline local sandbox',
      CreationDate: new Date(Number(statement.generatedAt / 1_000_000n))
    }
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve)
    document.once('error', reject)
  })
  document.registerFont('regular', bytesOf(regular)).registerFont('bold', bytesOf(bold))
  drawTable(document, statement, drawSummary(document, statement))
  document.end()
  await ended
  return Buffer.concat(parts)
}

function put(document: Document, text: string, x: number, y: number, width?: number): void {
  document.text(text, x, y, {
    lineBreak: false,
    // Ligatures would break text search.
    features: [],
    ...(width !== undefined && { width, align: 'right' as const })
  })
}

/** Returns the start of the table. */
function drawSummary(document: Document, statement: Statement): number {
  document.font('bold').fontSize(16)
  put(document, 'Rewards statement', left, 48)
  document.fontSize(9)
  const lines: readonly (readonly [string, string])[] = [
    ['Statement', statement.id],
    ['Asset', statement.asset],
    ['Period', `${statement.periodStart} to ${statement.periodEnd}`],
    ['Created', formatTimeShortest(statement.createdAt)],
    ...(statement.revises ? ([['Revises', statement.revises]] as const) : []),
    ['Total accrued', micros(statement.totalAccrued)],
    ['Average daily balance', micros(statement.averageBalance)]
  ]
  lines.forEach(([name, value], line) => {
    document.font('regular')
    put(document, name, left, 84 + line * rowHeight)
    document.font('bold')
    put(document, value, 200, 84 + line * rowHeight)
  })
  return 84 + lines.length * rowHeight + 18
}

function drawTable(document: Document, statement: Statement, top: number): void {
  document.font('bold').fontSize(9)
  put(document, 'Date', columns.date, top)
  put(document, 'Balance', columns.balance, top, 170)
  put(document, 'Accrued', columns.accrued, top, right - columns.accrued)
  document
    .moveTo(left, top + 14)
    .lineTo(right, top + 14)
    .lineWidth(0.5)
    .stroke('#2b3440')
  document.font('regular')
  statement.days.forEach(({ date, balance, accrued }, day) => {
    const y = top + 20 + day * rowHeight
    put(document, date, columns.date, y)
    put(document, micros(balance), columns.balance, y, 170)
    put(document, micros(accrued), columns.accrued, y, right - columns.accrued)
  })
}
