import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { KeyframeCosts } from '#engine/recording/analysis/keyframe-costs'
import { readReport } from '#engine/recording/analysis/report'
import { freshFolder } from '../../../../integration/support/folder'
import { began, LogScript } from '../log-script'
import { writeAndSeal } from './chaos-log'

const minute = 60_000
const length = 10 * minute

let log: string
let script: LogScript
beforeEach(async () => {
  log = path.join(await freshFolder(), 'environment=production', 'service=1', 'log')
  script = new LogScript()
    .run()
    .subscribed()
    .snapshot([['9', '3']], [['10', '2']])
    .busy(120)
})

async function read(kind: 'spread' | 'average') {
  await writeAndSeal(log, script.items)
  const { series } = await readReport(
    log,
    {
      market: script.market,
      report: { kind },
      // The book is there a little after the beginning.
      period: { from: began + 2000, to: began + length },
      against: null,
      days: 'all',
      bucket: 60
    },
    { signal: new AbortController().signal, onProgress: () => undefined, keyframes: new KeyframeCosts() }
  )
  return series.total
}

test('time that a clock skipped is not covered', async () => {
  script
    .set(5 * minute)
    .busy(60)
    .set(-5 * minute)
    .busy(60)
  const { coverage, samples } = await read('spread')
  expect(coverage.live).toBeGreaterThan(2 * minute)
  expect(coverage.live).toBeLessThan(4 * minute + 3000)
  expect(samples).toBeLessThan(4 * 60 + 3)
})

test('time that was there twice counts once', async () => {
  script
    .trade('9.5')
    .set(-minute)
    .snapshot([['8', '3']], [['10', '2']])
    .busy(60)
  const { coverage, samples, cells } = await read('spread')
  expect(coverage.live).toBeGreaterThan(2 * minute - 3000)
  expect(coverage.live).toBeLessThan(2 * minute + 3000)
  expect(samples).toBeLessThan(2 * 60 + 3)
  // The first time.
  expect(cells.slice(3)).toEqual(['1', '1', '1'])
})

test('a crossed book is not live', async () => {
  script.update([['11', '1']], []).busy(10)
  const { coverage, samples } = await read('spread')
  expect(coverage.live).toBeLessThan(2 * minute + 2000)
  expect(samples).toBeLessThan(2 * 60 + 2)
})

test('a period that is covered to its end by what follows is whole', async () => {
  script.pass(30).busy(600)
  const { coverage, cells } = await read('average')
  expect(coverage).toEqual({ live: length - 2000, total: length - 2000, partial: false })
  expect(cells[1]).toBe('9.5')
})
