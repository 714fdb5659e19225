import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { Lock } from '#engine/records/statements/store/lock'
import type { ProblemError } from '#shared/domain/base/problem'
import { freshFolder } from '../../../../integration/support/folder'
import { HandClock } from '../../hand-clock'
import { namesBelow, storeAt, save, watchedDisk, systemProblem } from './support'

async function place() {
  const root = path.join(await freshFolder(), 'archive')
  await mkdir(root)
  return { root, file: path.join(root, 'leadline-archive.lock'), clock: new HandClock() }
}
type Where = Awaited<ReturnType<typeof place>>

function lock(
  { root, clock }: Pick<Where, 'root' | 'clock'>,
  id: string,
  more: { machine?: string; pid?: number; alive?: boolean } = {}
) {
  const lost: ProblemError[] = []
  const { machine = 'machine-1', pid = 7, alive = true } = more
  const made = new Lock(
    root,
    { disk: realDisk, clock, id, host: 'here', machine, pid, alive: () => alive },
    (problem) => lost.push(problem)
  )
  return { lock: made, lost }
}

test('lets one instance have the lock and shows the other who has it, until it is released', async () => {
  const where = await place()
  const first = lock(where, 'one', { pid: 71 })
  const second = lock(where, 'two', { pid: 72 })
  await first.lock.take()
  await expect(second.lock.take()).rejects.toThrow(/statements\.locked/)
  await expect(second.lock.take()).rejects.toMatchObject({
    problem: { sentence: expect.stringContaining('on here (process 71)') as string }
  })
  await first.lock.check()
  await expect(second.lock.check()).rejects.toThrow(/statements\.locked/)
  await first.lock.release()
  await second.lock.take()
  await second.lock.check()
  await second.lock.release()
  expect(await namesBelow(where.root)).toEqual([])
})

test('grants the lock to one of many simultaneous requests', async () => {
  const where = await place()
  const all = Array.from({ length: 12 }, (_, index) => lock(where, `id-${index}`, { pid: 100 + index }))
  const outcomes = await Promise.allSettled(all.map((one) => one.lock.take()))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(all.filter((one) => one.lock.held)).toHaveLength(1)
})

test('lets exactly one instance take over the lock of a dead process on this computer', async () => {
  const where = await place()
  await lock(where, 'dead', { pid: 70 }).lock.take()
  const all = Array.from({ length: 8 }, (_, index) =>
    lock(where, `id-${index}`, { pid: 100 + index, alive: false })
  )
  await Promise.allSettled(all.map((one) => one.lock.take()))
  const found = JSON.parse(await readFile(where.file, 'utf8')) as { id: string }
  // An instance that lost the race detects it before its next write.
  const able = await Promise.allSettled(all.map((one) => one.lock.check()))
  expect(able.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(found.id).toMatch(/^id-/)
})

test('considers another computer dead after a minute without a heartbeat, by the local clock', async () => {
  const where = await place()
  const beating = (beat: number) =>
    writeFile(where.file, JSON.stringify({ id: 'far', host: 'ledger-2', pid: 9, beat }))
  const { lock: ours } = lock(where, 'ours')
  for (let beat = 0; beat < 5; beat += 1) {
    await beating(beat)
    await expect(ours.take()).rejects.toThrow(/statements\.locked/)
    where.clock.advance(50_000)
  }
  await expect(ours.take()).rejects.toThrow(/statements\.locked/)
  where.clock.advance(20_000)
  await ours.take()
  await ours.check()
})

test('distinguishes two computers with the same name, and never takes over the other’s lock', async () => {
  const where = await place()
  await lock(where, 'one', { pid: 70 }).lock.take()
  const namesake = lock(where, 'two', { pid: 71, machine: 'machine-2', alive: false })
  await expect(namesake.lock.take()).rejects.toThrow(/statements\.locked/)
  await lock(where, 'three', { pid: 72, alive: false }).lock.take()
})

test('detects a lost lock at the next heartbeat and before the next write', async () => {
  const where = await place()
  const { lock: ours, lost } = lock(where, 'ours')
  await ours.take()
  const beatOf = async () =>
    (JSON.parse(await readFile(where.file, 'utf8').catch(() => '{}')) as { beat?: number }).beat
  where.clock.advance(10_000)
  await expect.poll(beatOf).toBe(1)
  await writeFile(where.file, JSON.stringify({ id: 'far', host: 'ledger-2', pid: 9, beat: 3 }))
  await expect(ours.check()).rejects.toMatchObject({
    problem: { sentence: expect.stringContaining('ledger-2') as string }
  })
  expect(lost).toHaveLength(1)
  await ours.release()
  expect(JSON.parse(await readFile(where.file, 'utf8'))).toMatchObject({ id: 'far' })
})

test('saves nothing more after the lock was removed', async () => {
  const { root, file } = await place()
  const store = storeAt(root)
  await store.open()
  await save(store)
  // Nothing reads the lock while it is written here.
  await store.written()
  await writeFile(file, JSON.stringify({ id: 'far', host: 'ledger-2', pid: 9, beat: 3 }))
  const before = await namesBelow(root)
  await expect(save(store, { id: '00000000-0000-4000-8000-000000000009' })).rejects.toThrow(
    /statements\.locked/
  )
  expect(await namesBelow(root)).toEqual(before)
  expect(store.readOnly?.sentence).toContain('ledger-2')
  await store.dispose()
})

test('locks on a file system without hard links', async () => {
  const { root, file } = await place()
  const disk = watchedDisk((_step, what) => {
    if (what === 'link') throw systemProblem('EPERM')
  })
  const [first, second] = [
    storeAt(root, { disk }),
    storeAt(root, {
      disk,
      lock: { id: 'b', host: 'elsewhere', machine: 'machine-2', pid: 1, alive: () => true }
    })
  ]
  await first.open()
  await second.open()
  expect([first.readOnly, second.readOnly?.code]).toEqual([null, 'statements.locked'])
  await first.dispose()
  await second.open()
  expect(second.readOnly).toBeNull()
  await second.dispose()
  await rm(file, { force: true })
})
