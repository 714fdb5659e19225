import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notesParts, parseNotes } from '#renderer/app/updates/notes'

const textOf = (text: string) =>
  parseNotes(text)
    .flatMap((block) => (block.kind === 'list' ? block.items : [block.text]))
    .join(' ')

test('reads headings, lists over several lines, and paragraphs', () => {
  const text =
    '### Added\n\n- One `a b`\n  goes on.\n\n- Two.\n\nA paragraph\nof two lines.\n\n### Fixed\n- Three.'
  expect(parseNotes(text)).toEqual([
    { kind: 'heading', text: 'Added' },
    { kind: 'list', items: ['One `a b` goes on.', 'Two.'] },
    { kind: 'paragraph', text: 'A paragraph of two lines.' },
    { kind: 'heading', text: 'Fixed' },
    { kind: 'list', items: ['Three.'] }
  ])
})

test('loses no word of the changelog', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')
  const words = (all: string) => all.split(/\s+/).filter((word) => !/^(-|#{1,6}|)$/.test(word))
  expect(words(textOf(text))).toEqual(words(text))
})

test('accepts any text, and code between two backticks', () => {
  fc.assert(fc.property(fc.string({ maxLength: 500 }), (text) => void parseNotes(text)))
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parts = notesParts(text)
      expect(parts.map((part) => (part.code ? `\`${part.text}\`` : part.text)).join('')).toBe(text)
    })
  )
  expect(notesParts('a `b` c')).toEqual([
    { text: 'a ', code: false },
    { text: 'b', code: true },
    { text: ' c', code: false }
  ])
})
