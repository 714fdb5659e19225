import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseMonth } from '#sandbox/data/months'
import { makeStatements, micros } from '#sandbox/data/statements'
import { makeCsv } from '#sandbox/files/csv'
import { makePdf } from '#sandbox/files/pdf'
import { parseDecimal } from '#shared/domain/base/decimal'

const all = makeStatements(1, parseMonth('2026-10')!)

/** The text of a PDF with fonts that map back to letters. */
function textOf(pdf: Buffer): string {
  const source = pdf.toString('latin1')
  const streams = [...source.matchAll(/stream\n/g)].map(({ index }) => {
    const start = index + 7
    try {
      return inflateSync(pdf.subarray(start, source.indexOf('endstream', start))).toString('latin1')
    } catch {
      return ''
    }
  })
  const maps = streams
    .filter((text) => text.includes('beginbfrange'))
    .map((text) => [...text.matchAll(/<([0-9a-f]{4})>/gi)].map(([, code]) => code!).slice(2 + 2))
  const contents = streams.filter((text) => text.includes(' TJ'))
  const fonts = [...new Set(contents.join('\n').match(/\/F\d+/g))].sort()
  expect(maps.length).toBe(fonts.length)
  let text = ''
  for (const content of contents) {
    // Only the right map for a font produces the statement’s text.
    for (const line of content.split('\n').filter((each) => each.endsWith('TJ'))) {
      const glyphs = [...line.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
      for (const map of maps) {
        text += glyphs
          .map((glyph) => String.fromCharCode(Number.parseInt(map[Number.parseInt(glyph, 16)] ?? '20', 16)))
          .join('')
        text += '\n'
      }
    }
  }
  return text
}

describe('statements', () => {
  test('cover 36 months of four assets, the first completed with both files, some revised', () => {
    expect(all.filter(({ revises }) => revises === null)).toHaveLength(144)
    expect(all[0]).toMatchObject({ completed: true, formats: ['PDF', 'CSV'] })
    const revisions = all.filter(({ revises }) => revises !== null)
    expect(revisions.length).toBeGreaterThan(3)
    for (const revision of revisions) {
      const original = all.find(({ id }) => id === revision.revises)!
      expect([original.asset, original.month]).toEqual([revision.asset, revision.month])
      expect(original.totalAccrued).not.toBe(revision.totalAccrued)
      expect(original.createdAt < revision.createdAt).toBe(true)
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  test('have CSV rows that match the total and the average to the last digit', () => {
    for (const statement of all) {
      const [header, ...rows] = makeCsv(statement).toString().trimEnd().split('\n')
      expect(header).toBe('date,balance,accrued')
      const fields = rows.map((row) => row.split(','))
      const sum = (column: number) =>
        fields.reduce((total, row) => {
          const { units, scale } = parseDecimal(row[column]!)!
          expect(scale).toBe(6)
          return total + units
        }, 0n)
      expect(sum(2)).toBe(parseDecimal(micros(statement.totalAccrued))!.units)
      expect(sum(1)).toBe(parseDecimal(micros(statement.averageBalance))!.units * BigInt(rows.length))
      const days = rows.map((row) => row.slice(0, 10))
      expect(days[0]).toBe(statement.periodStart.slice(0, 10))
      expect(days.at(-1)).toBe(statement.periodEnd.slice(0, 10))
      expect(days).toEqual([...new Set(days)].sort())
    }
  })

  test('have a deterministic PDF of one page with the same figures', async () => {
    for (const statement of [all[0]!, all.find(({ revises }) => revises !== null)!]) {
      const pdf = await makePdf(statement)
      expect(pdf.equals(await makePdf(statement))).toBe(true)
      expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
      const text = textOf(pdf)
      for (const value of [statement.totalAccrued, statement.averageBalance])
        expect(text).toContain(micros(value))
      expect(text).toContain(statement.id)
      for (const { date, balance, accrued } of statement.days) {
        expect(text).toContain(date)
        expect(text).toContain(micros(balance))
        expect(text).toContain(micros(accrued))
      }
    }
  })
})
