import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { piecesOf } from '#engine/records/addresses/keep/pieces'

let folder: string
let file: string
let restore = () => {}
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-pieces-'))
  file = path.join(folder, 'lines')
  await writeFile(file, 'abcdefgh')
})
afterEach(async () => {
  restore()
  await rm(folder, { recursive: true, force: true })
})

/** Not a spy: those handle the rejections of the promises they return. */
async function failAfterFirstRead() {
  const probe = await open(file)
  const prototype = Object.getPrototypeOf(probe) as { read: (...all: unknown[]) => Promise<unknown> }
  await probe.close()
  const { read } = prototype
  let reads = 0
  prototype.read = function (...all) {
    reads += 1
    return reads === 1 ? read.apply(this, all) : Promise.reject(new Error('EIO'))
  }
  restore = () => void (prototype.read = read)
}

it('are the bytes up to the end', async () => {
  let text = ''
  for await (const piece of piecesOf(file, 7, 3)) text += piece.toString()
  expect(text).toBe('abcdefg')
})

it('throws a failure of reading ahead only when the next piece is requested', async () => {
  await failAfterFirstRead()
  const unhandled: unknown[] = []
  const note = (problem: unknown) => unhandled.push(problem)
  process.on('unhandledRejection', note)
  try {
    const pieces = piecesOf(file, 8, 3)
    expect((await pieces.next()).value?.toString()).toBe('abc')
    // Unhandled rejections are reported before the next turn of the event loop.
    await new Promise((done) => setImmediate(done))
    await new Promise((done) => setImmediate(done))
    await expect(pieces.next()).rejects.toThrow('EIO')
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
})
