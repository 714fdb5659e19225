import { expect, test } from 'vitest'
import { UnsavedFiles } from '#main/base/unsaved-files'

test('keeps one reason for each file until it is saved', () => {
  const unsaved = new UnsavedFiles()
  const seen: (readonly string[])[] = []
  unsaved.onChange(() => seen.push(unsaved.reasons))
  const one = unsaved.of('one.json')
  const two = unsaved.of('two.json')
  one(null)
  one('The disk is full.')
  one('The disk is full.')
  two('The disk is full.')
  one('The disk is read-only.')
  one(null)
  two(null)
  const [full, readOnly] = ['The disk is full.', 'The disk is read-only.']
  expect(seen).toEqual([[full], [full, full], [readOnly, full], [full], []])
})
