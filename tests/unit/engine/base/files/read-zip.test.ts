import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { NotPlainFile, readZip, zip, ZipProblem } from '#engine/base/files/index'
import { freshFolder } from '../../../../integration/support/folder'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'

const limits = { packed: 100_000, unpacked: 50_000, files: 4 }

async function read(bytes: Buffer, more: Partial<typeof limits> = {}) {
  const file = path.join(await freshFolder(), 'a.zip')
  await writeFile(file, bytes)
  return readZip(file, { ...limits, ...more })
}

const made = (files: Readonly<Record<string, string>>) =>
  zip(
    Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })),
    new Date(0)
  )

/** Everywhere, with a text of the same length. */
const replaced = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

test('reads what was written', async () => {
  const files = { 'README.txt': 'a', empty: '', 'large.csv': '1,2\n'.repeat(5000) }
  const found = await read(await made(files))
  expect(Object.fromEntries([...found].map(([name, content]) => [name, content.toString()]))).toEqual(files)
})

test.each([
  ['../b', 'leads out'],
  ['/bcd', 'absolute'],
  ['a/bc', 'in a folder'],
  ['a\\bc', 'of Windows'],
  ['.abc', 'hidden'],
  ['ab\0c', 'with a zero'],
  ['\x1b[2J', 'with an escape']
])('a name is refused that is %j (%s)', async (name) => {
  const plain = 'x'.repeat(name.length)
  const bytes = replaced(await made({ [plain]: 'content' }), plain, name)
  await expect(read(bytes)).rejects.toThrow('a name that is not allowed')
})

test('two files of one name, too many, too large ones and bombs are refused', async () => {
  const two = await made({ one: 'a', two: 'b' })
  await expect(read(replaced(two, 'two', 'one'))).rejects.toThrow('two files named one')
  await expect(read(two, { files: 1 })).rejects.toThrow('more than 1 files')
  await expect(read(two, { packed: 100 })).rejects.toThrow(NotPlainFile)
  const bomb = await made({ bomb: 'x'.repeat(60_000) })
  expect(bomb.length).toBeLessThan(1000)
  await expect(read(bomb)).rejects.toThrow('too large')
  // One that claims to be small.
  const lying = Buffer.from(bomb)
  const entry = lying.indexOf('PK\x01\x02', 0, 'latin1')
  lying.writeUInt32LE(10, entry + 24)
  await expect(read(lying)).rejects.toThrow('bomb in the ZIP is damaged')
})

test('anything else is refused with a sentence', async () => {
  const bytes = await made({ 'README.txt': 'some text', 'book.csv': 'side,price\n'.repeat(30) })
  const good = JSON.stringify([...(await read(bytes))])
  const random = new FuzzRandom(1)
  for (let count = 0; count < 600; count++) {
    const changed = Buffer.from(random.chance(4) ? bytes.subarray(0, random.below(bytes.length)) : bytes)
    for (let change = random.below(3); change >= 0 && changed.length > 0; change--)
      changed[random.below(changed.length)] = random.below(256)
    const found = await read(changed).catch((problem: unknown) => problem)
    if (found instanceof Error) expect(found).toBeInstanceOf(ZipProblem)
    // Times and other facts may be anything; contents are right, or were left out.
    else for (const entry of found as Map<string, Buffer>) expect(good).toContain(JSON.stringify(entry[1]))
  }
})
