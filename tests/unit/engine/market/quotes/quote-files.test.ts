import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepRoom } from '#engine/market/quotes/quote-files'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-quotes-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('removes expired days, then the oldest beyond the limit, and nothing else', async () => {
  const today = 20_000
  const name = (day: number) => `${new Date(day * 86_400_000).toISOString().slice(0, 10)}.quotes`
  const put = async (place: string, day: number, bytes: number) => {
    await mkdir(path.join(folder, place), { recursive: true })
    await writeFile(path.join(folder, place, name(day)), 'x'.repeat(bytes))
  }
  await put('desk/A', today - 40, 10)
  await put('desk/B', today - 30, 10)
  await put('desk/B', today - 29, 100)
  await put('desk/B', today - 1, 100)
  await put('desk/C', today, 500)
  await writeFile(path.join(folder, 'desk', 'B', 'letter.txt'), 'mine')
  await keepRoom(folder, today, 650)
  const left = (await readdir(folder, { recursive: true })).filter((each) => each.endsWith('.quotes'))
  expect(left.sort()).toEqual([path.join('desk', 'B', name(today - 1)), path.join('desk', 'C', name(today))])
  await expect(stat(path.join(folder, 'desk', 'A'))).rejects.toThrow('ENOENT')
  expect(await readFile(path.join(folder, 'desk', 'B', 'letter.txt'), 'utf8')).toBe('mine')
})
