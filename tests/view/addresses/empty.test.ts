import { expect, it } from 'vitest'
import { emptyTable } from '#renderer/records/addresses/empty'

const nothing = { isWhole: false, since: null, search: '' }

it('claims that there are none only after a complete query', () => {
  for (const isWhole of [false, true]) {
    for (const since of [null, Date.UTC(2026, 10, 22, 9, 30)]) {
      const { title, sentence, wasAsked } = emptyTable({ isWhole, since, search: '' }, 'utc')
      expect(wasAsked).toBe(isWhole || since !== null)
      expect(/the service had no deposit address/i.test(sentence)).toBe(wasAsked)
      expect(/ loaded$/.test(title)).toBe(!wasAsked)
    }
  }
  expect(emptyTable({ ...nothing, since: Date.UTC(2026, 10, 22, 9, 30) }, 'utc').sentence).toContain(
    '2026-11-22 09:30'
  )
  expect(emptyTable({ ...nothing, search: 'abc' }, 'utc').sentence).toContain('“abc” will be searched for')
})
