import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openWatchLists } from '#engine/market/watch-list'

let folder: string
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'leadline-arrange-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

let changes = 0
const open = (name = 'markets.json') =>
  openWatchLists({ file: path.join(folder, name), changed: () => (changes += 1) })

it('sorts the list and keeps the order after a restart', async () => {
  const lists = await open()
  for (const market of ['A', 'B', 'C', 'D']) await lists.watch('desk', market)
  await lists.watch('other', 'Z')
  await lists.arrange('desk', ['C', 'A', 'D', 'B'])
  expect(lists.watched('desk')).toEqual(['C', 'A', 'D', 'B'])
  expect((await open()).watched('desk')).toEqual(['C', 'A', 'D', 'B'])
  expect((await open()).watched('other')).toEqual(['Z'])
})

it('ignores an unchanged order', async () => {
  const lists = await open()
  for (const market of ['A', 'B']) await lists.watch('desk', market)
  const before = changes
  await lists.arrange('desk', ['A', 'B'])
  await lists.arrange('desk', ['A'])
  await lists.arrange('nobody', ['A'])
  expect(changes).toBe(before)
  await lists.arrange('desk', ['B'])
  expect(changes).toBe(before + 1)
})

it('neither adds nor removes markets', async () => {
  const symbol = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F')
  let file = 0
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(symbol), fc.array(symbol), async (watched, asked) => {
      const lists = await open(`${(file += 1)}.json`)
      await lists.begin('desk', watched)
      await lists.arrange('desk', asked)
      const after = lists.watched('desk')
      expect([...after].sort()).toEqual([...watched].sort())
      const named = [...new Set(asked)].filter((market) => watched.includes(market))
      expect(after.slice(0, named.length)).toEqual(named)
      expect(after.slice(named.length)).toEqual(watched.filter((market) => !named.includes(market)))
    }),
    { numRuns: 40 }
  )
})
