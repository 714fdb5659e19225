import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { ChunkBuilder, type Chunk } from '#engine/recording/chunk'
import { recorderInProcess } from '#engine/recording/in-process'
import type { RecorderReply } from '#engine/recording/messages'
import { markerName } from '#engine/recording/move/recordings-folder'
import { Recorder } from '#engine/recording/recorder'
import { freshFolder } from '../../../integration/support/folder'
import { numberedFrame, subscription } from '../../../integration/support/numbered-frames'
import { HandClock } from '../hand-clock'
import { everywhere, zcat } from './support'

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
})

const budgets = everywhere({ bytes: 1e9, days: 14, freeBytes: 0, sealedFirst: false })

function chunkOf(first: number, texts: readonly string[]): Chunk {
  const builder = new ChunkBuilder(0, first)
  for (const text of texts) builder.add('f', 0, Buffer.from(text))
  return builder.take()
}

async function record(...chunks: readonly Chunk[]): Promise<string[]> {
  const process = recorderInProcess(systemClock)
  const replies: RecorderReply[] = []
  process.onReply((reply) => replies.push(reply))
  const replied = (kind: RecorderReply['kind']) =>
    expect.poll(() => replies.map((reply) => reply.kind)).toContain(kind)
  process.send({ kind: 'open', folder, root: '', isMoved: false, budgets })
  await replied('opened')
  for (const chunk of chunks) process.send({ kind: 'chunk', opening: 1, base: 1, chunk })
  process.send({ kind: 'close' })
  await replied('closed')
  process.kill()
  return (await zcat(folder)).map((line) =>
    line
      .split('\t')
      .filter((_, index) => index !== 1)
      .join(' ')
  )
}

/** Of the segments and what is derived from them. */
async function bytesIn(log: string): Promise<number> {
  const names = (await readdir(log)).filter((name) => /^\d{4}-/.test(name))
  const found = await Promise.all(names.map((name) => stat(path.join(log, name)).catch(() => null)))
  return found.reduce((sum, file) => sum + (file?.size ?? 0), 0)
}

test('items that are sent again are written once, even if part of a chunk is new', async () => {
  const lines = await record(
    chunkOf(0, ['a', 'b', 'c']),
    chunkOf(1, ['b', 'c', 'd']),
    chunkOf(0, ['a', 'b', 'c', 'd', 'e'])
  )
  expect(lines).toEqual(['1 f a', '2 f b', '3 f c', '4 f d', '5 f e'])
})

test('numbers that are missing stay missing', async () => {
  expect(await record(chunkOf(0, ['a']), chunkOf(7, ['b']))).toEqual(['1 f a', '8 f b'])
})

test('chunks of another opening are ignored', async () => {
  const process = recorderInProcess(systemClock)
  const replies: RecorderReply[] = []
  process.onReply((reply) => replies.push(reply))
  for (const opening of [1, 2]) {
    process.send({ kind: 'open', folder, root: '', isMoved: false, budgets })
    await expect.poll(() => replies.filter(({ kind }) => kind === 'opened').length).toBe(opening)
  }
  process.send({ kind: 'chunk', opening: 1, base: 1, chunk: chunkOf(0, ['late']) })
  process.send({ kind: 'chunk', opening: 2, base: 1, chunk: chunkOf(0, ['current']) })
  process.send({ kind: 'close' })
  await expect.poll(() => replies.map(({ kind }) => kind)).toContain('closed')
  process.kill()
  expect((await zcat(folder)).map((line) => line.split('\t')[3])).toEqual(['current'])
})

test('says since when there is a recording as soon as something is written, and when it is opened again', async () => {
  const builder = new ChunkBuilder(5000, 0)
  for (const at of [250, 900]) builder.add('f', at, Buffer.from('a'))
  const chunk = builder.take()
  for (const isFirst of [true, false]) {
    const clock = new HandClock()
    const replies: RecorderReply[] = []
    const recorder = new Recorder({
      clock,
      reply: (reply) => replies.push(reply),
      freeBytes: async () => 1e12
    })
    recorder.receive({ kind: 'open', folder, root: '', isMoved: false, budgets })
    await expect.poll(() => replies.map(({ kind }) => kind)).toContain('opened')
    if (isFirst) {
      recorder.receive({ kind: 'chunk', opening: 1, base: 1, chunk })
      // Before the usual report.
      clock.advance(400)
    }
    await expect.poll(() => replies.findLast((reply) => reply.kind === 'written')?.size.since).toBe(5250)
    recorder.receive({ kind: 'close' })
    await expect.poll(() => replies.map(({ kind }) => kind)).toContain('closed')
    recorder.dispose()
  }
})

test('writing that takes long does not delay the next one', async () => {
  const clock = new HandClock()
  const replies: RecorderReply[] = []
  const recorder = new Recorder({
    clock,
    reply: (reply) => replies.push(reply),
    freeBytes: async () => 1e12
  })
  recorder.receive({ kind: 'open', folder, root: '', isMoved: false, budgets })
  await expect.poll(() => replies.map(({ kind }) => kind)).toContain('opened')
  recorder.receive({ kind: 'chunk', opening: 1, base: 1, chunk: chunkOf(0, ['a']) })
  clock.advance(400)
  // It began, and the disk has not answered yet.
  for (let turns = 0; turns < 10; turns++) await Promise.resolve()
  clock.advance(300)
  const written = async () => (await zcat(folder).catch(() => [])).length
  await expect.poll(written).toBe(1)
  await expect.poll(() => clock.waiting).toBe(2)
  recorder.receive({ kind: 'chunk', opening: 1, base: 1, chunk: chunkOf(1, ['b']) })
  clock.advance(100)
  await expect.poll(written).toBe(2)
  recorder.receive({ kind: 'close' })
  await expect.poll(() => replies.map(({ kind }) => kind)).toContain('closed')
})

test('what is recorded stays within its budget, with what is derived from it', async () => {
  const clock = new HandClock()
  const replies: RecorderReply[] = []
  const recorder = new Recorder({ clock, reply: (reply) => replies.push(reply), freeBytes: async () => 1e12 })
  const bytes = 100_000
  const small = everywhere({ bytes, days: 14, freeBytes: 0, sealedFirst: false })
  recorder.receive({ kind: 'open', folder, root: '', isMoved: false, budgets: small })
  await expect.poll(() => replies.map(({ kind }) => kind)).toContain('opened')
  const sizes: number[] = []
  let items = 0
  const next = () => replies.findLast((reply) => reply.kind === 'written')?.next
  const write = async (builder: ChunkBuilder) => {
    recorder.receive({ kind: 'chunk', opening: 1, base: 1, chunk: builder.take() })
    await expect.poll(() => (clock.advance(400), next()), { interval: 5 }).toBe(items + 1)
    sizes.push(await bytesIn(folder))
  }
  const first = new ChunkBuilder(0, 0)
  for (const event of [{ event: 'clock', epoch: clock.wall(), start: true }, ...subscription]) {
    first.add('e', clock.monotonic(), Buffer.from(JSON.stringify(event)))
    items += 1
  }
  await write(first)
  for (let batch = 0; batch < 45; batch++) {
    const builder = new ChunkBuilder(0, items)
    for (let frame = 0; frame < 150; frame++, items++)
      builder.add('f', clock.monotonic(), numberedFrame(items))
    await write(builder)
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(bytes)
  expect(await readdir(folder)).toContain('removed.tsv')
  recorder.receive({ kind: 'close' })
  await expect.poll(() => replies.map(({ kind }) => kind)).toContain('closed')
})

test('a drive that goes away while it records is named, and nothing is made in its place', async () => {
  const drive = path.join(folder, 'drive')
  const log = path.join(drive, 'environment=local', 'service=0123456789ab', 'log')
  await mkdir(drive)
  await writeFile(path.join(drive, markerName), '')
  const clock = new HandClock()
  const replies: RecorderReply[] = []
  const recorder = new Recorder({ clock, reply: (reply) => replies.push(reply) })
  recorder.receive({ kind: 'open', folder: log, root: drive, isMoved: true, budgets })
  await expect.poll(() => replies.map(({ kind }) => kind)).toContain('opened')
  await rename(drive, path.join(folder, 'away'))
  const problem = () => replies.flatMap((reply) => (reply.kind === 'failed' ? reply.problem.code : []))[0]
  await expect
    .poll(
      () => {
        clock.advance(1000)
        return problem()
      },
      { interval: 5 }
    )
    .toBe('recording.away')
  expect(await readdir(folder)).toEqual(['away'])
  recorder.receive({ kind: 'close' })
  await expect.poll(() => replies.map(({ kind }) => kind)).toContain('closed')
})
