import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxDepth, maxValues, parseJson, tooDeep } from '#shared/wire/parse-json'

const nested = (depth: number, inner = '1') => '['.repeat(depth) + inner + ']'.repeat(depth)
const depthOf = (value: unknown): number => {
  let depth = 0
  for (let inner = value; Array.isArray(inner); inner = inner[0]) depth++
  return depth
}

describe('bounded JSON', () => {
  it('matches JSON.parse within its limits', () => {
    const document = fc.tuple(fc.json({ maxDepth: 6 }), fc.nat(3)).map(([text, spaces]) => ({
      text: JSON.stringify(JSON.parse(text), null, spaces).padEnd(200),
      value: JSON.parse(text) as unknown
    }))
    fc.assert(fc.property(document, ({ text, value }) => void expect(parseJson(text)).toEqual(value)))
  })

  it('refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('[', '}', '"', ',', '\\'),
        (text, at, mark) => {
          const index = at % (text.length + 1)
          const broken = (text.slice(0, index) + mark + text.slice(index)).padEnd(100)
          const expected = outcome(() => JSON.parse(broken) as unknown)
          expect(outcome(() => parseJson(broken))).toEqual(expected)
        }
      )
    )
  })

  it('replaces deeply nested values', () => {
    const text = `{"rows":[{"id":1,"more":${nested(100_000)}},{"id":2}]}`
    const { rows } = parseJson(text) as { rows: [{ id: number; more: unknown }, { id: number }] }
    expect(rows[1]).toEqual({ id: 2 })
    expect(depthOf(rows[0].more)).toBe(maxDepth - 3)
    expect(JSON.stringify(rows)).toContain(tooDeep)
    expect(() => parseJson(text, { strict: true })).toThrow(SyntaxError)
    expect(depthOf(parseJson(nested(maxDepth), { strict: true }))).toBe(maxDepth)
  })

  it('ignores brackets in strings', () => {
    const text = `["${'['.repeat(500)}\\"${'{'.repeat(500)}", "\\\\"]`
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it.each(['['.repeat(8_000_000), `[${'[],'.repeat(maxValues)}1]`, `[${'1,'.repeat(maxValues)}1]`])(
    'refuses unterminated or oversized documents: %.20s',
    (text) => expect(() => parseJson(text)).toThrow(SyntaxError)
  )

  it('takes linear time for hostile input', () => {
    const time = (text: string) => {
      const start = process.cpuUsage()
      outcome(() => parseJson(text))
      return process.cpuUsage(start).user
    }
    const length = 8_000_000
    const plain = Math.max(time(`["${'a'.repeat(length)}"]`), 20_000)
    for (const text of [
      nested(length / 2),
      '['.repeat(length),
      '[],'.repeat(length / 3),
      `["${'\\'.repeat(length)}"]`
    ])
      expect(time(text)).toBeLessThan(plain * 20)
  })
})

function outcome(work: () => unknown): unknown {
  try {
    return work()
  } catch (problem) {
    return problem instanceof SyntaxError ? 'refused' : problem
  }
}
