import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readyAfter } from '../../../scripts/bench/start-up.mjs'
import { judged, median } from '../../../scripts/bench/report.mjs'
import {
  countOfPlaywright,
  countOfVitest,
  hasTests,
  judge,
  lastLine,
  summary
} from '../../../scripts/testing/count.mjs'
import { describeFailure, failedTests } from '../../../scripts/testing/failures.mjs'

const good = { code: 0, late: false, filtered: false }
const count = (passed: number, failed: number) => ({ passed, failed, skipped: 0 })

describe('what a runner reports', () => {
  it('counts vitest, including files that failed to load', () => {
    const report = {
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'pending' }] },
        { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
        { status: 'failed', assertionResults: [] }
      ]
    }
    expect(countOfVitest(report)).toEqual({ passed: 2, failed: 2, skipped: 1 })
    expect(countOfVitest(undefined)).toBeUndefined()
  })

  it('counts Playwright, including flaky tests as failures', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
    expect(countOfPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3, skipped: 2 })
    expect(countOfPlaywright('nonsense')).toBeUndefined()
  })

  it('fails if the runner crashed, timed out or found nothing', () => {
    expect(judge({ ...good, count: count(3, 0) })).toMatchObject(count(3, 0))
    expect(judge({ ...good, code: 1, count: undefined })).toMatchObject(count(0, 1))
    expect(judge({ ...good, code: 1, count: count(3, 0) })).toMatchObject(count(3, 1))
    expect(judge({ ...good, code: 1, count: count(3, 2) })).toMatchObject(count(3, 2))
    expect(judge({ ...good, code: 1, late: true, count: count(3, 0) })).toMatchObject(count(3, 1))
    expect(judge({ ...good, count: count(0, 0) })).toMatchObject(count(0, 1))
    expect(judge({ ...good, filtered: true, count: count(0, 0) })).toMatchObject(count(0, 0))
  })

  it('requires tests', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'count-'))
    try {
      expect(hasTests(path.join(folder, 'none'))).toBe(false)
      fs.writeFileSync(path.join(folder, 'helper.ts'), '')
      expect(hasTests(folder)).toBe(false)
      fs.mkdirSync(path.join(folder, 'deep'))
      fs.writeFileSync(path.join(folder, 'deep/a.test.ts'), '')
      expect(hasTests(folder)).toBe(true)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })
})

describe('the end of npm test', () => {
  it('names failed tests and files that failed to load', () => {
    const failed = { status: 'failed', fullName: 'adds', failureMessages: ['expected 2\nreceived 3'] }
    const testResults = [
      { name: '/p/good.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
      { name: '/p/a.test.ts', status: 'failed', assertionResults: [{ status: 'passed' }, failed] },
      { name: '/p/b.test.ts', status: 'failed', message: 'cannot load', assertionResults: [] }
    ]
    expect(failedTests({ testResults }).map(({ title, message }) => ({ title, message }))).toEqual([
      { title: 'adds', message: 'expected 2\nreceived 3' },
      { title: '', message: 'cannot load' }
    ])
    expect(failedTests(undefined)).toEqual([])
  })

  it('names failed and flaky Playwright tests', () => {
    const spec = (title: string, ...results: { status: string; error?: { message: string } }[]) => ({
      title,
      file: 'x.test.ts',
      tests: [{ results }]
    })
    const failed = { status: 'failed', error: { message: '\u001b[31mred\u001b[39m' } }
    const specs = [
      spec('passes', { status: 'passed' }),
      spec('is skipped', { status: 'skipped' }),
      spec('is flaky', failed, { status: 'passed' }),
      spec('hangs', { status: 'timedOut' })
    ]
    const failures = failedTests({ suites: [{ specs: [], suites: [{ specs }] }] })
    expect(failures.map(describeFailure)).toEqual([
      'FAILED tests/e2e/x.test.ts: is flaky\n  red',
      'FAILED tests/e2e/x.test.ts: hangs\n  timedOut'
    ])
  })

  it('sums all runners', () => {
    expect(lastLine([count(3, 0), count(4, 2), count(0, 0)])).toEqual({
      line: '7 passed, 2 failed',
      failed: 2
    })
  })

  it('aligns columns, after the failures', () => {
    const rows = ['unit', 'integration'].map((name) => ({
      name,
      ...count(1, 0),
      milliseconds: 1500,
      note: '',
      advice: '',
      failures: [{ file: `${name}.test.ts`, title: 'adds', message: 'wrong' }]
    }))
    const lines = summary(rows).split('\n')
    expect(lines.slice(0, 4)).toEqual([
      'FAILED unit.test.ts: adds',
      '  wrong',
      '',
      'FAILED integration.test.ts: adds'
    ])
    expect(lines).toHaveLength(9)
    expect(new Set(lines.slice(-2).map((line) => line.length)).size).toBe(1)
  })
})

describe('the bench', () => {
  const start = (names: Record<string, number>) => ({
    spawned: 1_000,
    marks: Object.entries(names).map(([name, at]) => ({ process: 'window-1', name, at }))
  })

  it('counts until the window shows live data', () => {
    expect(readyAfter(start({ shown: 1_200, 'first paint': 1_300 }))).toBe(300)
    expect(readyAfter(start({ shown: 1_400, 'first paint': 1_300 }))).toBe(400)
    expect(readyAfter(start({ shown: 1_400, 'first paint': 1_300, 'first live data': 1_500 }))).toBe(500)
    const again = { shown: 1_100, 'last picture': 1_200, 'first paint': 1_300, 'first live data': 1_500 }
    expect(readyAfter(start(again), false)).toBe(200)
    expect(() => readyAfter(start({ shown: 1_400 }))).toThrow(/lack/)
  })

  it('compares the median with the limit', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 2, 9])).toBe(3)
    const goal = { id: '0', name: '', limit: 2, ratio: 1.9 }
    expect(judged({ ...goal, direction: 'most' }).holds).toBe(true)
    expect(judged({ ...goal, direction: 'least' }).holds).toBe(false)
  })
})
