import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { WantedTime } from '#engine/recording/history/desk-fetches'
import { logFolderOf } from '#engine/recording/location'
import { segmentTime } from '#engine/recording/log/segments'
import type { NotFetched } from '#shared/contract/recording/not-fetched'
import { toProblem } from '#shared/domain/base/problem'
import type { SharedTime } from '#shared/domain/connection/shared-time'
import { RecordingInUse } from '#main/recording/in-use'
import { freshFolder } from '../../../integration/support/folder'
import { dayLength, firstDay, recordDays } from '../../engine/recording/catalog-log'

const profile = {
  environment: 'production' as const,
  restBase: '',
  clientId: '',
  feed: { servers: ['nats://127.0.0.1:4222'], digest: '0123456789ab' }
}
const link = { profile }
const noon = firstDay + dayLength / 2

let root: string
let asked: (readonly [from: number, to: number])[]
let answer: (wanted: WantedTime) => Promise<NotFetched | null>
let use: (feed: typeof link) => void
let shared: SharedTime | null
let inUse: RecordingInUse
beforeEach(async () => {
  root = await freshFolder()
  asked = []
  shared = null
  answer = async () => null
  inUse = new RecordingInUse({
    folder: { root },
    recordings: { log: 'own' },
    connections: {
      onFeed(listener) {
        use = listener
        return () => undefined
      }
    },
    fetches: {
      state: { since: null, problem: null, retryAt: null },
      reset: async () => undefined,
      async have(_service, wanted) {
        asked.push([wanted.from, wanted.to])
        return answer(wanted)
      }
    },
    shared: () => shared,
    dueText: (at) => new Date(at).toISOString().slice(11, 16)
  })
})
const problemOf = (at: number | null) =>
  inUse.needs(at).then(
    () => null,
    (thrown: unknown) => toProblem(thrown).sentence
  )

test('the recording in use is the own one, or what was fetched from the desk', async () => {
  expect([inUse.log, inUse.desk]).toEqual(['own', null])
  await inUse.needs(noon)
  expect(asked).toEqual([])
  use(link)
  expect(inUse.log).toBe(logFolderOf(root, profile))
  expect(path.dirname(inUse.log!)).toMatch(/-desk$/)
  expect(inUse.desk).not.toBeNull()
  const { signal } = new AbortController()
  const time = { from: 0, to: noon, isAsked: false }
  await inUse.fetch('own', time, signal, () => undefined)
  expect(asked).toEqual([])
})

test('a moment is fetched first, and then what a replay of it shows next', async () => {
  use(link)
  await mkdir(inUse.log!, { recursive: true })
  const [first = ''] = await recordDays(inUse.log!, 1, 1)
  const at = segmentTime(first) + 1
  expect(await problemOf(at)).toBeNull()
  await expect.poll(() => asked.length).toBe(5)
  expect(asked[0]).toEqual([at, at])
  expect(asked[1]![0]).toBe(at)
  for (const [from, to] of asked.slice(1, 4)) expect(to).toBeGreaterThan(from)
  expect(asked[4]![1]).toBe(at)
})

test('a moment that cannot be fetched, or is not shared yet, is named', async () => {
  use(link)
  const problem = 'The server cannot be reached.'
  answer = async () => ({ bytes: 0, problem })
  expect(await problemOf(noon)).toBe(problem)
  answer = async () => null
  expect(await problemOf(noon)).toContain('has not shared')
  await mkdir(inUse.log!, { recursive: true })
  await recordDays(inUse.log!, 1, 1)
  expect(await problemOf(firstDay + 10 * dayLength)).toContain('has not shared')
  expect(await problemOf(firstDay + 10 * dayLength)).toContain('Try again later.')
  const at = Date.now()
  shared = { until: at - 60_000, every: 300_000 }
  expect([inUse.isShared(at), inUse.isShared(shared.until)]).toEqual([false, true])
  const { expected } = inUse.later(at)!
  expect(expected).toBeGreaterThan(at)
  expect(inUse.later(shared.until)).toBeNull()
  const time = new Date(expected!).toISOString().slice(11, 16)
  expect(await problemOf(at)).toBe(
    `The desk has not shared the recording of this time yet. It is expected at ${time}.`
  )
  // Nothing was recorded then, so there is nothing to wait for.
  expect(await problemOf(firstDay - dayLength)).toBeNull()
})
