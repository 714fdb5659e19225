import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { ContentCheck, type FileKind } from '#engine/records/statements/download/content'
import { judgeAnswer } from '#engine/records/statements/download/answer'
import { download } from '#engine/records/statements/download/download'
import { FileAddress } from '#shared/wire/statement-decoder'
import { freshFolder } from '../../../../integration/support/folder'
import { csvBody, pdfBody, quickClock } from './support'

/** The verdict for the content in any chunks, or null if there is none. */
function judged(kind: FileKind, body: Buffer, part = body.length): string | null {
  const check = new ContentCheck(kind)
  try {
    for (let at = 0; at < body.length; at += part) check.take(body.subarray(at, at + part))
    check.end()
    return null
  } catch (thrown) {
    return String(thrown)
  }
}
const text = (body: string) => Buffer.from(body)
const long = (body: string, length: number) => text(body.padEnd(length, 'x'))

test.each<[string, FileKind, Buffer]>([
  ['a PDF with NULs behind its end', 'pdf', Buffer.concat([pdfBody(), Buffer.alloc(900)])],
  ['a PDF with a line before its start', 'pdf', Buffer.concat([text('\r\n'), pdfBody()])],
  ['a PDF with a kilobyte before its start', 'pdf', Buffer.concat([Buffer.alloc(1019, 'x'), pdfBody()])],
  ['a table whose head begins with PK', 'csv', text('PKEY,accrued\n1,2\n')],
  ['a table with semicolons', 'csv', text('date;accrued\n')],
  ['a table with tabs and without an end of its line', 'csv', text('date\taccrued')],
  ['a table behind blank lines and a byte order mark', 'csv', text('\uFEFF\n\ndate,accrued\n')],
  ['a table with a first cell that does not end soon', 'csv', text(`${'x'.repeat(3000)},b\n1,2\n`)],
  ['a comparison in a cell', 'csv', text('a <b>,c\n1,2\n')],
  ['names in angle brackets', 'csv', text('<DATE>,<ACCRUED>\n1,2\n')],
  ['a title, a table and notes', 'csv', text('Rewards, October\n\ndate,accrued\n1,2\nAmounts in USDP.\n')],
  ['one column', 'csv', text('accrued\n1\n')],
  ['UTF-16', 'csv', Buffer.from('\uFEFFdate,accrued\n1,2\n', 'utf16le')],
  ['lines of several lengths', 'csv', text('a,b\n1\n1,2,3\n"')],
  ['a workbook that is called CSV', 'csv', text('PK\u0003\u0004,,\n')],
  ['words', 'csv', text('No rewards in this period.')]
])('accepts %s in any chunks', (_what, kind, body) => {
  for (const part of [1, 7, 1024, body.length]) expect(judged(kind, body, part)).toBeNull()
})

test.each<[string, FileKind, Buffer, RegExp]>([
  ['a piece of a page', 'csv', text('<p>err</p>'), /web page/],
  ['a comment of a page', 'csv', text('\uFEFF \n<!-- a,b --><html>'), /web page/],
  ['a page with a table in it', 'csv', long('  <table>a,b\n1,2\n', 3000), /web page/],
  ['a page that names a PDF', 'pdf', text('<p>%PDF-1.7 startxref 9 %%EOF'), /web page/],
  [
    'a PDF whose start comes too late',
    'pdf',
    Buffer.concat([Buffer.alloc(1020, 'x'), pdfBody()]),
    /Not a valid PDF/
  ],
  ['a PDF whose end comes too early', 'pdf', Buffer.concat([pdfBody(), Buffer.alloc(1024)]), /no proper end/],
  ['a PDF without the last of its marks', 'pdf', pdfBody().subarray(0, -6), /no proper end/]
])('refuses %s in any chunks', (_what, kind, body, words) => {
  for (const part of [1, 7, 1024, body.length]) expect(judged(kind, body, part)).toMatch(words)
})

test('gives the same verdict however the content is split', () => {
  const piece = fc.constantFrom('<', '%PDF-1.7\n', 'a', ',', '\n', ' ', 'PK', '{', 'startxref\n9\n%%EOF\n')
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      (pieces, part) => {
        const body = text(pieces.join(''))
        for (const kind of ['csv', 'pdf'] as const) expect(judged(kind, body, part)).toBe(judged(kind, body))
      }
    ),
    { numRuns: 300 }
  )
})

async function proofOf(headers: Record<string, string>): Promise<boolean | null> {
  const folder = await freshFolder()
  const { etagIsMd5 } = await download(
    {
      fetch: async () => new Response(new Uint8Array(csvBody()), { headers }),
      clock: quickClock,
      random: () => 0,
      disk: realDisk
    },
    {
      address: new FileAddress('https://files.test/a'),
      fresh: () => Promise.reject(new Error('not asked for')),
      part: path.join(folder, 'a.part'),
      place: folder,
      kind: 'csv',
      signal: new AbortController().signal
    }
  )
  // The file is kept for any ETag.
  expect(await readFile(path.join(folder, 'a.part'))).toEqual(csvBody())
  return etagIsMd5
}

test('confirms a file by an ETag that is its MD5, and only mentions one that is not', async () => {
  const md5 = createHash('md5').update(csvBody()).digest('hex')
  expect(await proofOf({ etag: `"${md5}"` })).toBe(true)
  expect(await proofOf({ etag: `"${md5.toUpperCase()}"` })).toBe(true)
  expect(await proofOf({ etag: `"${'0'.repeat(32)}"` })).toBe(false)
  for (const etag of [`W/"${md5}"`, `"${md5}-2"`, `"${md5.slice(1)}"`, md5, '"one"'])
    expect(await proofOf({ etag })).toBeNull()
  expect(await proofOf({})).toBeNull()
  const keyed = { 'x-amz-server-side-encryption': 'aws:kms' }
  expect(await proofOf({ etag: `"${'0'.repeat(32)}"`, ...keyed })).toBeNull()
})

test('does not combine parts with a malformed and a valid ETag', () => {
  const headers = { 'content-range': 'bytes 3-5/6', 'content-length': '3' }
  const judge = (more: Record<string, string>) => () =>
    judgeAnswer(
      { status: 206, headers: new Headers({ ...headers, ...more }) },
      { have: 3, etag: '"one"', host: 'files.test', clock: quickClock }
    )
  expect(judge({})().from).toBe(3)
  expect(judge({ etag: '"one"' })().from).toBe(3)
  for (const etag of ['"two"', 'one', 'W/"one"']) expect(judge({ etag })).toThrow(/another part/)
})
