import { expect, test } from 'vitest'
import { FetchingRun } from '#engine/records/statements/fetch/run'
import { maxItemsReported, type FetchItem } from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import type { ArchivedStatement } from '#engine/records/statements/store/scan'
import { id } from './support'

const ids = (count: number) => Array.from({ length: count }, (_, index) => id(index + 1))
const saved = (own: string): ArchivedStatement => ({
  key: `production/Desk/USDP/2026-10/${own}`,
  faults: [],
  sidecar: {
    kind: 'leadline-statement',
    version: 1,
    environment: 'production',
    profile: { id: 'desk', name: 'Desk' },
    record: { id: own, asset_type: 'USDP' },
    files: [],
    completed_at: '2026-11-02T00:00:00Z'
  }
})

function begin(
  save: (own: string, signal: AbortSignal) => Promise<ArchivedStatement>,
  present: readonly string[] = []
) {
  const ended: FetchItem[] = []
  let changes = 0
  const run = new FetchingRun({
    after: null,
    startedAt: 0,
    present: (own) => (present.includes(own) ? saved(own) : null),
    save: (own, { signal }) => save(own, signal),
    changed: () => void (changes += 1),
    ended: (item) => void ended.push(item)
  })
  return { run, ended, changes: () => changes }
}

test('runs at most three fetches at once and finishes each once', async () => {
  let now = 0
  let max = 0
  const { run, ended } = begin(async (own) => {
    max = Math.max(max, ++now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    return saved(own)
  })
  run.add(ids(500))
  run.add(ids(510))
  await run.idle()
  expect(max).toBe(3)
  expect(ended.map((item) => item.id).sort()).toEqual(ids(510))
  const { counts, items, running } = run.state()
  expect([counts.saved, items.length, running]).toEqual([510, maxItemsReported, false])
})

test('skips complete statements, continues after a failure, and allows a retry', async () => {
  let broken = true
  const { run, ended } = begin(
    async (own) => {
      if (own === id(2) && broken) throw fail('statements.content', 'It is no PDF.')
      return saved(own)
    },
    [id(3)]
  )
  run.add(ids(4))
  await run.idle()
  expect(run.state().counts).toMatchObject({ saved: 2, present: 1, failed: 1 })
  expect(ended.find((item) => item.id === id(2))?.sentence).toBe('It is no PDF.')
  broken = false
  run.add(ids(4))
  await run.idle()
  expect(run.state().counts).toMatchObject({ saved: 3, present: 1, failed: 0 })
})

test('limits the refusal of a statement to that statement', async () => {
  const { run, ended } = begin(async (own) => {
    if (own === id(1)) throw fail('rest.forbidden', 'The service does not allow this client id.')
    return saved(own)
  })
  run.add(ids(40))
  await run.idle()
  expect(run.state().counts).toMatchObject({ saved: 39, failed: 1, stopped: 0 })
  expect(ended.filter(({ sentence }) => sentence !== null).map((item) => item.id)).toEqual([id(1)])
})

test('stops asking the service when it refuses every statement', async () => {
  let asked = 0
  const { run } = begin(async () => {
    asked += 1
    throw fail('rest.forbidden', 'The service does not allow this client id.')
  })
  run.add(ids(500))
  await run.idle()
  expect(asked).toBeLessThan(25)
})

test('reports a missing scope once and stops asking for the other statements', async () => {
  let asked = 0
  const { run } = begin(async () => {
    asked += 1
    throw fail('rest.scope', 'The client id needs a scope.')
  })
  run.add(ids(50))
  await run.idle()
  expect(asked).toBeLessThanOrEqual(3)
  const { counts, items } = run.state()
  expect(counts.failed + counts.stopped).toBe(50)
  expect(new Set(items.map(({ sentence }) => sentence))).toEqual(new Set(['The client id needs a scope.']))
})

test('stops the run on a failure that affects every statement, and reports it for each', async () => {
  let asked = 0
  const { run, ended } = begin(async () => {
    asked += 1
    throw fail('statements.disk-full', 'The disk is full.')
  })
  run.add(ids(50))
  await run.idle()
  expect(asked).toBeLessThanOrEqual(3)
  expect(ended).toHaveLength(50)
  expect(new Set(ended.map(({ sentence }) => sentence))).toEqual(new Set(['The disk is full.']))
})

test('cancels running fetches on a stop and keeps the rest for later', async () => {
  const { run, ended } = begin(
    (_own, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      )
  )
  run.add(ids(10))
  run.stop()
  await run.idle()
  expect(run.state().counts).toMatchObject({ stopped: 10 })
  expect(ended).toHaveLength(10)
})
