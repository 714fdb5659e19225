import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { WaitingMoments } from '#engine/recording/evidence/waiting-moments'
import { fail, toProblem } from '#shared/domain/base/problem'
import { freshFolder } from '../../../../integration/support/folder'
import { HandClock } from '../../hand-clock'

const moment = {
  recording: 'environment=local/service=20df12314ad4-desk',
  market: 'BTCUSD',
  kind: 'newest',
  at: '1764000000123456000',
  path: '/tmp/evidence.zip',
  picture: 'AAAA',
  isHere: false,
  alert: null
} as const

let file: string
let clock: HandClock
let isShared: boolean
let kept: string[]
let failures: (readonly [sentence: string, isFinal: boolean])[]
let cancelled: string[]
let keep: (id: string) => Promise<boolean | void>
beforeEach(async () => {
  file = path.join(await freshFolder(), 'waiting-evidence.json')
  clock = new HandClock()
  isShared = false
  kept = []
  failures = []
  cancelled = []
  keep = async (id) => void kept.push(id)
})

let ids = 0
const open = () =>
  WaitingMoments.open({
    file,
    clock,
    newId: () => `id-${(ids += 1)}`,
    isShared: () => isShared,
    keep: async ({ id }, isWanted) => {
      const isKept = await keep(id)
      if (!isWanted()) kept = kept.filter((each) => each !== id)
      return isKept ?? true
    },
    cancelled: ({ id }) => cancelled.push(id),
    failed: (_moment, sentence, isFinal) => failures.push([sentence, isFinal]),
    changed: () => undefined
  })

test('a moment waits until it is shared, also when Leadline quits, and is then kept once', async () => {
  const first = await open()
  const { id } = await first.add(moment)
  first.look()
  await first.dispose()
  isShared = true
  first.look()
  expect(kept).toEqual([])
  const next = await open()
  expect(next.all).toEqual([{ ...moment, id }])
  next.look()
  next.look()
  await expect.poll(() => next.all).toEqual([])
  expect(kept).toEqual([id])
  await next.dispose()
  expect(await readFile(file, 'utf8')).not.toContain(id)
})

test('a moment that cannot be kept yet says so once, and is tried again', async () => {
  isShared = true
  keep = () => Promise.reject(fail('recording.busy', 'Busy.', { retryable: true }))
  const waiting = await open()
  const added = await waiting.add(moment)
  await expect.poll(() => clock.waiting).toBe(1)
  expect([failures, waiting.problemOf(added)]).toEqual([[], null])
  let tries = 0
  keep = () => {
    tries += 1
    return Promise.reject(fail('file.not-saved', 'The disk is full.', { retryable: true }))
  }
  for (const expected of [1, 2]) {
    clock.advance(30_000)
    await expect.poll(() => [tries, clock.waiting]).toEqual([expected, 1])
    expect(waiting.problemOf(added)).toBe('The disk is full.')
  }
  expect(failures).toEqual([['The disk is full.', false]])
  keep = async (id) => void kept.push(id)
  clock.advance(30_000)
  await expect.poll(() => kept).toEqual([added.id])
  await waiting.dispose()
})

test('a moment that can never be kept is reported, and does not wait', async () => {
  isShared = true
  keep = () => Promise.reject(fail('evidence.empty', 'Nothing was recorded.'))
  const waiting = await open()
  await waiting.add(moment)
  await expect.poll(() => waiting.all).toEqual([])
  expect(failures).toEqual([['Nothing was recorded.', true]])
  await waiting.dispose()
})

test('a moment that is cancelled while it is being kept is not written', async () => {
  isShared = true
  let resolve = () => {}
  keep = async (id) => {
    kept.push(id)
    await new Promise<void>((resolved) => (resolve = resolved))
  }
  const waiting = await open()
  const { id } = await waiting.add(moment)
  expect(kept).toEqual([id])
  await waiting.remove(id)
  resolve()
  await expect.poll(() => kept).toEqual([])
  expect(cancelled).toEqual([])
  await waiting.dispose()
})

test('a moment whose job is cancelled waits no longer, and that is said', async () => {
  isShared = true
  keep = () => Promise.resolve(false)
  const waiting = await open()
  const { id } = await waiting.add(moment)
  await expect.poll(() => cancelled).toEqual([id])
  expect([waiting.all, kept, failures]).toEqual([[], [], []])
  await waiting.dispose()
})

test('a moment whose job ends because Leadline quits still waits', async () => {
  isShared = true
  let end = (_isKept: boolean) => {}
  keep = () => new Promise<boolean>((resolve) => (end = resolve))
  const first = await open()
  const { id } = await first.add(moment)
  await first.dispose()
  end(false)
  const next = await open()
  expect([next.all.map((each) => each.id), cancelled]).toEqual([[id], []])
  await next.dispose()
})

test('an edited list has no evidence written over files of another kind', async () => {
  const first = await open()
  await first.add(moment)
  await first.dispose()
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('/tmp/evidence.zip', '/home/me/.profile'))
  const next = await open()
  expect(next.all).toEqual([])
  expect(next.notice).not.toBeNull()
  await next.dispose()
})

test('a list of an earlier version is read', async () => {
  const first = await open()
  const { id } = await first.add(moment)
  await first.dispose()
  const { moments, ...rest } = JSON.parse(await readFile(file, 'utf8')) as { moments: object[] }
  const earlier = moments.map((each) => ({ ...each, isHere: undefined, alert: undefined }))
  await writeFile(file, JSON.stringify({ ...rest, moments: earlier }))
  const next = await open()
  expect([next.all, next.notice]).toEqual([[{ ...moment, id }], null])
  await next.dispose()
})

test('only so many wait, and cancelling some is advised only if they are listed', async () => {
  const waiting = await open()
  for (let count = 0; count < 20; count += 1) await waiting.add(moment)
  const refusal = (isHere: boolean) => waiting.add({ ...moment, isHere }).catch(toProblem)
  expect(await refusal(false)).toMatchObject({
    code: 'evidence.too-many',
    sentence: expect.stringContaining('Cancel some first')
  })
  expect(await refusal(true)).toMatchObject({
    code: 'evidence.too-many',
    sentence: 'Evidence of 20 moments is already waiting, which is the limit.'
  })
  await waiting.dispose()
})
