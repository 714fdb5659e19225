import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseValues, splitValues } from '#engine/records/addresses/detail/pasted-values'

const idOf = (number: number) => `3f2a9c04-7d1e-4b58-9a6c-${number.toString(16).padStart(12, '0')}`

test('parses any mix of commas, spaces, lines and quotes', () => {
  const separator = fc.constantFrom(',', ' ', '\n', '\r\n', ';', '\t', ', ', ' ,\n ', ',,')
  const value = fc.string({
    unit: fc.constantFrom('a', 'B', '-', '1', ',', ' ', '"', ';'),
    minLength: 1,
    maxLength: 8
  })
  const safe = value.filter((text) => text.trim() !== '')
  fc.assert(
    fc.property(fc.array(fc.tuple(safe, separator)), (list) => {
      const text = list
        .map(([one, after]) => (/[\s,;"]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one) + after)
        .join('')
      expect(splitValues(text)).toEqual(list.map(([one]) => one))
    })
  )
})

test('limits an unclosed quote to its line', () => {
  expect(splitValues('"one two\nthree, "four" \'five\'')).toEqual(['one two', 'three', 'four', 'five'])
})

describe('reports invalid values', () => {
  test('for IDs', () => {
    const text = `${idOf(1)}, {${idOf(2).toUpperCase()}}\nurn:uuid:${idOf(3)}; nonsense ${idOf(1)}`
    const found = parseValues('ids', text)
    expect(found.values).toEqual([idOf(1), idOf(2), idOf(3)])
    expect(found.bad).toEqual(['nonsense'])
    expect(found.repeated).toBe(1)
    expect(found.sentence).toBe('“nonsense” is not a valid address ID (skipped). 1 duplicate ignored.')
  })

  test('keeps a reference ID as typed', () => {
    const typed = idOf(7).toUpperCase()
    expect(parseValues('refIds', `${typed} Ref-A ref-a`).values).toEqual([typed, 'Ref-A', 'ref-a'])
  })

  test('keeps case and quoted spaces of profile, identity and account IDs', () => {
    const typed = idOf(7).toUpperCase()
    for (const filter of ['profileIds', 'identityIds', 'accountIds', 'refIds'] as const)
      expect(parseValues(filter, `${typed} " a b "`).values).toEqual([typed, ' a b '])
  })

  test('names the first of many IDs', () => {
    const { sentence, values } = parseValues('ids', 'a b c d e f g')
    expect(values).toEqual([])
    expect(sentence).toBe('“a”, “b”, “c”, “d”, “e” and 2 more are not valid address IDs (skipped).')
  })

  test('accepts networks by any name', () => {
    const found = parseValues('networks', 'bitcoin cash, Base\nPOLYGON_POS newnet "X Layer" moon', ['NEWNET'])
    expect(found.values).toEqual(['BITCOIN_CASH', 'BASE', 'POLYGON_POS', 'NEWNET', 'XLAYER'])
    expect(found.sentence).toBe('“moon” is not a valid network (skipped).')
  })

  test('for none and for too many', () => {
    expect(parseValues('refIds', ' ,, \n').sentence).toBe('No reference ID found in this text.')
    const many = Array.from({ length: 20_003 }, (_, index) => `r${index}`).join(' ')
    const found = parseValues('refIds', many)
    expect(found.values).toHaveLength(20_000)
    expect(found.sentence).toBe('A filter is limited to 20,000 reference IDs; 3 skipped.')
    expect(parseValues('refIds', 'x'.repeat(301)).bad[0]).toHaveLength(61)
  })

  test('returns no message if everything is valid', () => {
    expect(parseValues('profileIds', `${idOf(7)} other`).sentence).toBeNull()
  })
})
