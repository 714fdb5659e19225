import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { RecorderClient } from '#engine/recording/client'
import { recorderInProcess } from '#engine/recording/in-process'
import { verifyLog } from '#engine/recording/log/verify'
import { LogWriter } from '#engine/recording/log/writer'
import { copyRecordings } from '#engine/recording/move/copy-recordings'
import { moveRecordings } from '#engine/recording/move/move-recordings'
import { RecordingsFolder } from '#engine/recording/move/recordings-folder'
import { bundle } from '../../../scripts/bundle.mjs'
import { everywhere } from '../../unit/engine/recording/support'
import { FuzzRandom } from '../../unit/shared/wire/fuzz/random'
import { freshFolder } from '../support/folder'
import { writeLog } from '../support/written-log'
import { contentOf, killMoves } from './move-kills'
import { exactLog } from './parquet/exact-log'

const id = ['environment=production', 'service=20df12314ad4', 'log']

let file: string
let usual: string
let target: string
let log: string
let folder: RecordingsFolder
beforeEach(async () => {
  const home = await freshFolder()
  file = path.join(home, 'recordings.json')
  usual = path.join(home, 'recordings')
  target = await freshFolder()
  log = path.join(usual, ...id)
  folder = await RecordingsFolder.open(file, usual)
  const random = new FuzzRandom(4)
  await writeLog(log, exactLog(random, 300), { random, segment: 60 })
})

interface Ways {
  readonly signal?: AbortSignal
  readonly pausedWhile?: (work: () => Promise<void>) => Promise<void>
  readonly freeBytes?: () => Promise<number>
}

const move = (to: string, ways: Ways = {}) => {
  const { signal = new AbortController().signal, pausedWhile = (work) => work(), ...more } = ways
  const copy = (at: string, isAgain: boolean) =>
    copyRecordings(
      { root: folder.root, isMoved: folder.isMoved, target: at, isAgain },
      { signal, onProgress: () => {}, ...more }
    ).catch((problem: unknown) => {
      if (signal.aborted) return false
      throw problem
    })
  return moveRecordings(to, { folder, copy, pausedWhile })
}

/** A frame more, as the recorder writes it. */
async function record(count: number) {
  const writer = await LogWriter.open(log, Date.now)
  for (let added = 0; added < count; added++)
    writer.add(
      writer.nextSeq + added,
      { epoch: Date.now(), milliseconds: 0 },
      'f',
      Buffer.from(`{"n":${added}}`)
    )
  await writer.write(true)
  await writer.close()
}

test('everything is in the other folder and nothing is left, also of what was recorded meanwhile', async () => {
  const before = await verifyLog(log)
  await writeFile(path.join(usual, 'notes.txt'), 'not ours')
  let whole: Awaited<ReturnType<typeof contentOf>> | null = null
  const pausedWhile = async (work: () => Promise<void>) => {
    await record(50)
    whole = await contentOf(usual)
    await work()
  }
  expect(await move(target, { pausedWhile })).toBe(true)
  expect(folder.root).toBe(target)
  expect(await contentOf(target)).toEqual(whole)
  expect(await verifyLog(path.join(target, ...id))).toMatchObject({ items: before.items + 50, damage: [] })
  expect(await readdir(usual)).toEqual(['notes.txt'])
  // And back.
  const again = await RecordingsFolder.open(file, usual)
  expect([again.root, again.isMoved]).toEqual([target, true])
  await expect(move(usual)).rejects.toThrow('is not empty')
  await rm(path.join(usual, 'notes.txt'))
  expect(await move(usual)).toBe(true)
  expect([folder.root, folder.isMoved]).toEqual([usual, false])
  expect(await contentOf(usual)).toEqual(whole)
  expect(await readdir(target)).toEqual([])
})

test('a folder that is not fit is refused, and stays as it is', async () => {
  const before = await contentOf(usual)
  await expect(move(path.join(usual, 'inner'))).rejects.toThrow('move-nested')
  await expect(move(path.dirname(usual))).rejects.toThrow('move-nested')
  const foreign = path.join(target, 'environment=production')
  await mkdir(foreign)
  await expect(move(target)).rejects.toThrow('is not empty')
  expect(await readdir(target)).toEqual(['environment=production'])
  await rm(foreign, { recursive: true })
  await expect(move(path.join(target, 'nowhere'))).rejects.toMatchObject({
    problem: { code: 'recording.disk' }
  })
  await expect(move(file)).rejects.toMatchObject({ problem: { code: 'recording.disk' } })
  await expect(move(target, { freeBytes: async () => 1.5e9 })).rejects.toThrow(
    `This needs 1 MB, and the disk of ${target} has 0 MB to spare.`
  )
  expect(await readdir(target)).toEqual([])
  expect(await contentOf(usual)).toEqual(before)
  expect((await RecordingsFolder.open(file, usual)).root).toBe(usual)
})

test.each(['while it copies', 'in the pause'])(
  'a move that is cancelled %s changes nothing',
  async (when) => {
    const before = await contentOf(usual)
    const stop = new AbortController()
    const { signal } = stop
    if (when === 'while it copies') {
      const watch = setInterval(
        () => void readdir(target).then((names) => names.length > 0 && stop.abort()),
        1
      )
      signal.addEventListener('abort', () => clearInterval(watch))
    }
    const pausedWhile = async (work: () => Promise<void>) => {
      await record(10)
      stop.abort()
      await work()
    }
    expect(await move(target, { signal, pausedWhile })).toBe(false)
    if (when === 'while it copies') expect(await contentOf(usual)).toEqual(before)
    expect((await contentOf(usual)).size).toBeGreaterThanOrEqual(before.size)
    expect(await readdir(target)).toEqual([])
    expect((await RecordingsFolder.open(file, usual)).root).toBe(usual)
  }
)

test.each(['is gone', 'is an empty folder'])(
  'a drive that goes away in the pause, so that its mount point %s, keeps the recordings there',
  async (way) => {
    expect(await move(target)).toBe(true)
    const before = await contentOf(target)
    const away = `${target}-away`
    const other = await freshFolder()
    const pausedWhile = async (work: () => Promise<void>) => {
      await rename(target, away)
      if (way === 'is an empty folder') await mkdir(target)
      await work()
    }
    await expect(move(other, { pausedWhile })).rejects.toThrow('is missing')
    expect(folder.root).toBe(target)
    await rm(target, { recursive: true, force: true })
    await rename(away, target)
    expect(await contentOf(target)).toEqual(before)
  }
)

test('a drive that keeps times to two seconds does not make the pause longer', async () => {
  const copied = path.join(target, 'environment=production')
  const files = async () => {
    const names = await readdir(copied, { recursive: true, withFileTypes: true })
    return names.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name))
  }
  const changeTimes = async () => Promise.all((await files()).map(async (file) => (await stat(file)).ctimeMs))
  let before: number[] = []
  let after: number[] = []
  const pausedWhile = async (work: () => Promise<void>) => {
    for (const file of await files()) {
      const time = Math.floor((await stat(file)).mtimeMs / 2000) * 2
      await utimes(file, time, time)
    }
    before = await changeTimes()
    await work()
    after = await changeTimes()
  }
  expect(await move(target, { pausedWhile })).toBe(true)
  expect(before.length).toBeGreaterThan(3)
  expect(after).toEqual(before)
})

test('what lies behind a link moves, too', async () => {
  const before = await contentOf(usual)
  const behind = path.join(await freshFolder(), 'behind')
  await rename(path.join(usual, id[0]!), behind)
  await symlink(behind, path.join(usual, id[0]!))
  expect(await move(target)).toBe(true)
  expect(await contentOf(target)).toEqual(before)
  expect(await readdir(behind)).toEqual([id[1]])
})

test('a kill at any step leaves one whole copy in use, and the other is removed at the next start', async () => {
  const child = await bundle('tests/integration/recording/move-child.ts', 'test-move')
  const { kills, moved, faults } = await killMoves(child, 12)
  expect(faults).toEqual([])
  expect(Math.min(kills - moved, moved)).toBeGreaterThan(0)
})

test('a full disk is an error that leaves nothing behind, and the move works once there is room', async () => {
  const before = await contentOf(usual)
  const child = await bundle('tests/integration/recording/move-child.ts', 'test-move')
  const args = ['-c', 'ulimit -f 4; exec "$0" "$@"', process.execPath, child, file, usual, target, '0']
  const { status, stderr } = spawnSync('bash', args, { encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stderr).toContain('EFBIG')
  expect(await contentOf(usual)).toEqual(before)
  expect(await readdir(target)).toEqual([])
  folder = await RecordingsFolder.open(file, usual)
  expect(folder.root).toBe(usual)
  expect(await move(target)).toBe(true)
  expect(await contentOf(target)).toEqual(before)
})

test('while the drive is away nothing is recorded, in one sentence, and recording continues once it is back', async () => {
  expect(await move(target)).toBe(true)
  const away = `${target}-away`
  await rename(target, away)
  const client = new RecorderClient({
    clock: systemClock,
    location: () => ({ folder: path.join(folder.root, ...id), root: folder.root, isMoved: folder.isMoved }),
    budgets: () => everywhere({ bytes: 1e9, days: 14, freeBytes: 0, sealedFirst: false }),
    spawn: () => recorderInProcess(systemClock),
    changed: () => {}
  })
  client.start()
  client.record('f', 1, Buffer.from('{}'))
  await expect.poll(() => client.state.problem?.sentence).toContain(`${target}, is missing`)
  expect(await readdir(path.dirname(target))).not.toContain(path.basename(target))
  // The mount point of a drive that is away.
  await mkdir(target)
  client.applyBudgets()
  await expect.poll(() => client.state.isRecording).toBe(false)
  expect(await readdir(target)).toEqual([])
  await rm(target, { recursive: true })
  await rename(away, target)
  await expect.poll(() => client.state.isRecording, { timeout: 20_000 }).toBe(true)
  await client.dispose()
  expect((await verifyLog(path.join(target, ...id))).damage).toEqual([])
})
