import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FiredOfMarket } from '#engine/market/alerts/index'
import type { WaitingMoment } from '#engine/recording/evidence/waiting-moments'
import { setUpAlertEvidence } from '#main/recording/evidence/of-alerts'
import { defaultSettings } from '#shared/contract/app/settings'

let folder: string
let waiting: WaitingMoment[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-of-alerts-'))
  waiting = []
})
afterEach(() => rm(folder, { recursive: true }))

const firedAs = (number: number): FiredOfMarket => ({
  ...{ number, alert: 'a', market: 'BTC/USD', at: 1_800_000_000_000 + number, values: [], note: '' },
  ...{ seen: false, escalatedAt: null, evidence: { file: null, problem: null } },
  condition: { kind: 'spread', market: 'BTC/USD', basisPoints: '50' }
})

test('what an earlier run did not save is found in the folder, is awaited, or was not kept', async () => {
  const evidence = setUpAlertEvidence({
    folder,
    inUse: { log: path.join(folder, 'environment=production', 'service=1', 'log') },
    settings: { now: () => defaultSettings },
    idOf: () => 'recording',
    waiting: () => ({
      all: waiting,
      async add(moment) {
        const added = { isHere: false, alert: null, ...moment, id: String(waiting.length) }
        waiting.push(added)
        return added
      }
    }),
    showInFolder: () => undefined
  })
  const outcomes: unknown[] = []
  evidence.onEnd(({ number, file, problem }) => outcomes.push([number, file, problem]))
  for (const number of [0, 1]) await evidence.keep('desk', firedAs(number))
  const written = waiting.shift()!.path
  await writeFile(written, 'a ZIP')
  evidence.settle([0, 1, 2].map((number) => ({ profileId: 'desk', fired: firedAs(number) })))
  expect(outcomes).toEqual([
    [0, path.basename(written), null],
    [2, null, 'Leadline ended before it was saved.']
  ])
  // The same number of another connection.
  evidence.settle([{ profileId: 'other', fired: firedAs(1) }])
  expect(outcomes.slice(2)).toEqual([[1, null, 'Leadline ended before it was saved.']])
})
