import { expect, it } from 'vitest'
import { notesOf, sectionOf } from '../../../../scripts/package/changelog.mjs'

const changelog = `# Changelog

Words.

## Unreleased

- Soon

## [0.2.0] - 2026-12-01

### Added

- Second

## 0.1.0 - 2026-11-01

- First
`

it('finds the section of a version', () => {
  expect(sectionOf(changelog, '0.2.0')).toBe('### Added\n\n- Second')
  expect(sectionOf(changelog, '0.1.0')).toBe('- First')
  expect(sectionOf(changelog, '0.1')).toBeNull()
  expect(sectionOf(changelog.replaceAll('\n', '\r\n'), '0.1.0')).toBe('- First')
})

const released = [
  { version: '0.2.0', released: '2026-12-01', text: '### Added\n\n- Second' },
  { version: '0.1.0', released: '2026-11-01', text: '- First' }
]

it('lists the released changes', () => {
  expect(notesOf(changelog, '0.2.0')).toEqual(released)
  expect(notesOf('## 0.1.0\n- First', '0.1.0')).toEqual([
    { version: '0.1.0', released: null, text: '- First' }
  ])
})

it('uses the unreleased changes for a version without a section', () => {
  expect(notesOf(changelog, '0.3.0')).toEqual([
    { version: '0.3.0', released: null, text: '- Soon' },
    ...released
  ])
  expect(notesOf('', '0.3.0')).toEqual([{ version: '0.3.0', released: null, text: '' }])
})
