import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  assetName,
  environmentName,
  fileNames,
  isFileName,
  profileEnding,
  profileName,
  statementName
} from '#engine/records/statements/layout/names'

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '..',
    '.',
    '',
    '../../etc/passwd',
    'C:\\Windows',
    'CON',
    'con.txt',
    'NUL',
    'COM1',
    'LPT9.pdf',
    'a/b',
    'a\\b',
    'a:b',
    'name.',
    'name ',
    '\u0000',
    'a\nb',
    '-rf',
    '~',
    '=1+1',
    '<b>',
    'ＣＯＮ',
    'é',
    'STATEMENT_FORMAT_PDF',
    'STATEMENT_FORMAT_exe',
    'STATEMENT_FORMAT_../x'
  ),
  fc.string({ minLength: 200, maxLength: 2000 })
)

/** A name that is valid and unambiguous on Windows, macOS and Linux. */
const portable = (name: string) =>
  /^[A-Za-z0-9][A-Za-z0-9 _()~.-]*$/.test(name) &&
  !/[ .]$/.test(name) &&
  !/^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i.test(name) &&
  name.length <= 100 &&
  path.posix.basename(name) === name &&
  path.win32.basename(name) === name

test('uses only names that are valid on all file systems', () => {
  fc.assert(
    fc.property(nasty, nasty, (text, other) => {
      const names = [
        assetName(text),
        statementName(text),
        environmentName(text),
        profileName({ id: other, name: text }),
        ...fileNames(text, '2026-10', [other, other, text])
      ]
      for (const name of names) expect([name, portable(name)]).toEqual([name, true])
    }),
    { numRuns: 300 }
  )
})

test('gives different texts different names, even ignoring case, and equal texts the same', () => {
  fc.assert(
    fc.property(nasty, nasty, (text, other) => {
      for (const make of [assetName, statementName, environmentName]) {
        expect(make(text)).toBe(make(text))
        expect(make(text).toLowerCase() === make(other).toLowerCase()).toBe(text === other)
      }
      const [a, b] = [text, other].map((id) => profileName({ id, name: 'Desk' }))
      expect(a === b).toBe(text === other)
      expect(profileName({ id: text, name: other }).endsWith(profileEnding(text))).toBe(true)
    }),
    { numRuns: 300 }
  )
})

test('avoids collisions of names that differ only in case', () => {
  expect(assetName('usdp').toLowerCase()).not.toBe(assetName('USDP').toLowerCase())
  const id = '3F2A9C04-7D1E-4B58-9A6C-0E5D8B7F1A23'
  expect(statementName(id)).not.toBe(statementName(id.toLowerCase()))
  expect(statementName(id.toLowerCase())).toBe(id.toLowerCase())
})

test('gives a statement’s files distinct, valid and non-executable names', () => {
  const formats = fc.array(fc.oneof(nasty, fc.constantFrom('STATEMENT_FORMAT_CSV', 'csv', 'CSV')), {
    maxLength: 20
  })
  fc.assert(
    fc.property(nasty, formats, (asset, list) => {
      const names = fileNames(asset, '2026-10', list)
      expect(names).toHaveLength(list.length)
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(list.length)
      for (const name of names) {
        expect([name, isFileName(name)]).toEqual([name, true])
        expect(name).toMatch(/\.(pdf|csv|txt|xml|xlsx|ods|zip|jsonl|parquet|bin)$/)
      }
    }),
    { numRuns: 300 }
  )
  expect(
    fileNames('USDP', '2026-10', ['STATEMENT_FORMAT_PDF', 'STATEMENT_FORMAT_CSV', 'STATEMENT_FORMAT_CSV'])
  ).toEqual(['USDP-2026-10.pdf', 'USDP-2026-10.csv', 'USDP-2026-10-2.csv'])
})

test.each([
  '../x',
  'a/b',
  'a\\b',
  '.hidden',
  '',
  'statement.json',
  'Statement.JSON',
  'x.part',
  'CON',
  'nul.pdf',
  'a..b',
  'x.'
])('refuses a sidecar with a file called %j', (name) => expect(isFileName(name)).toBe(false))
