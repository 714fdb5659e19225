import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzzy } from '#renderer/lib/fuzzy'

const words = fc.stringMatching(/^[a-z ]{0,30}$/)

it('finds letters in order, with their positions', () => {
  fc.assert(
    fc.property(words, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (text, keep) => {
      const wanted = [...text].filter((letter, position) => keep[position] && letter !== ' ').join('')
      const match = fuzzy(wanted, text)
      expect(match).not.toBeNull()
      expect(match!.positions.map((position) => text[position]).join('')).toBe(wanted)
      expect(match!.positions).toEqual([...match!.positions].sort((one, other) => one - other))
    })
  )
})

it('finds nothing if a letter is missing', () => {
  fc.assert(
    fc.property(words, (text) => {
      expect(fuzzy(`${text}é`, text)).toBeNull()
    })
  )
})

it('prefers adjacent letters and word starts', () => {
  const score = (wanted: string, text: string) => fuzzy(wanted, text)!.score
  expect(score('set', 'Settings')).toBeGreaterThan(score('set', 'Reset zoom'))
  expect(score('lt', 'Light theme')).toBeGreaterThan(score('lt', 'Result'))
  expect(score('con', 'Connections')).toBeGreaterThan(score('con', 'Command option'))
})

it('skips a word start that leads nowhere', () => {
  expect(fuzzy('xab', 'xcab a')?.positions).toEqual([0, 2, 3])
})
