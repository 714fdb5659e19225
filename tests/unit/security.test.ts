import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const text = readFileSync(path.join(root, 'SECURITY.md'), 'utf8').replace(/\s+/g, ' ')
const claims = [...text.matchAll(/`(tests\/[^`]+\.test\.ts)`(?:: ((?:"[^"]+"(?:, )?)+))?/g)].map(
  ([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title)
  })
)

test('every test that SECURITY.md names exists', () => {
  expect(claims.length).toBeGreaterThan(30)
  const missing = claims.flatMap(({ file, titles }) => {
    const place = path.join(root, file)
    if (!existsSync(place)) return [file]
    const source = readFileSync(place, 'utf8')
    return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`)
  })
  expect(missing).toEqual([])
})
