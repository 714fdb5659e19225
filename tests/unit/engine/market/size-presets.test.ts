import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openWatchLists, type WatchLists } from '#engine/market/watch-list'
import { Watching } from '#engine/market/watching'

let folder: string
let file: string
let opened: WatchLists[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-presets-'))
  file = path.join(folder, 'markets.json')
  opened = []
})
afterEach(async () => {
  for (const lists of opened) await lists.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function open(changed: () => void = () => undefined): Promise<WatchLists> {
  const lists = await openWatchLists({ file, changed, onSaveStateChange: () => undefined })
  opened.push(lists)
  return lists
}

const ten = { amount: '10', unit: 'base' } as const
const lot = { amount: '250000', unit: 'quote' } as const

it('keeps the presets of each market of a connection beside its watchlist', async () => {
  const lists = await open()
  await lists.watch('desk', 'BTCUSD')
  await lists.setSizePresets('desk', 'BTCUSD', [ten, lot])
  await lists.setSizePresets('desk', '__proto__', [lot])
  await lists.setSizePresets('other', 'BTCUSD', [lot])
  await lists.setSizePresets('other', 'BTCUSD', [])
  const again = await open()
  expect(again.notice).toBeNull()
  expect(again.watched('desk')).toEqual(['BTCUSD'])
  expect(again.sizePresets('desk')).toMatchObject({ BTCUSD: [ten, lot] })
  expect(again.sizePresets('other')).toEqual({ BTCUSD: [] })
  await again.removeProfile('desk')
  expect(again.sizePresets('desk')).toEqual({})
})

it('forgets those of the market that was changed first of more than 1,000', async () => {
  const lists = await open()
  for (let market = 0; market <= 1000; market += 1) void lists.setSizePresets('desk', `M${market}`, [ten])
  await lists.setSizePresets('desk', 'M1', [lot])
  const kept = lists.sizePresets('desk')
  expect(Object.keys(kept)).toHaveLength(1000)
  expect(kept['M0']).toBeUndefined()
  expect(kept['M1']).toEqual([lot])
})

it('loses unreadable presets without the watchlist', async () => {
  const desk = { watched: ['A'], seen: [], sizePresets: { A: [{ amount: '-1', unit: 'base' }] } }
  await writeFile(file, JSON.stringify({ version: 1, profiles: { desk } }))
  const lists = await open()
  expect(lists.notice).toContain('1 of 1')
  expect(lists.watched('desk')).toEqual(['A'])
  expect(lists.sizePresets('desk')).toEqual({})
})

it('shows and changes those of the connection in use', async () => {
  let changes = 0
  const lists = await open(() => (changes += 1))
  const watching = new Watching({ lists, localMarkets: () => [], changed: () => undefined })
  await expect(watching.setSizePresets('A', [ten])).rejects.toThrow('market.not-connected')
  expect(watching.sizePresets).toEqual({})
  watching.show('desk')
  await watching.setSizePresets(' A ', [ten])
  expect(changes).toBe(1)
  expect(watching.sizePresets).toEqual({ A: [ten] })
  watching.show('other')
  expect(watching.sizePresets).toEqual({})
})
