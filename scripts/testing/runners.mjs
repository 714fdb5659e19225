import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from '../setup/paths.mjs'
import { packaged, run } from '../setup/run.mjs'
import { countOfPlaywright, countOfVitest, hasTests, judge, readReport } from './count.mjs'

/** @typedef {import('./count.mjs').Result} Result */
/** @typedef {{ name: string, words: string[], after?: string }} Check */

const minute = 60_000

/** @type {Check[]} each counts as one */
export const checks = [
  { name: 'format', words: ['oxfmt/bin/oxfmt', '--check'] },
  { name: 'lint', words: ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
  {
    name: 'svelte-lint',
    words: ['eslint/bin/eslint.js', '--max-warnings=0', '**/*.svelte', '**/*.svelte.ts']
  },
  { name: 'types', words: ['typescript-native/bin/tsc', '-b'] },
  {
    name: 'svelte-check',
    words: ['svelte-check/bin/svelte-check', '--workspace', 'renderer', '--tsconfig', './tsconfig.json'],
    after: '--fail-on-warnings'
  }
]

/**
 * @param {Check} check
 * @returns {Promise<Result>}
 */
export async function runCheck({ name, words: [program = '', ...words], after }) {
  const started = Date.now()
  const outcome = await run(process.execPath, [packaged(program), ...words, ...(after ? [after] : [])], {
    milliseconds: 10 * minute,
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' }
  })
  const good = outcome.code === 0
  const text = (outcome.output + outcome.errors).trim()
  process.stdout.write(`\n── ${name}: ${good ? 'passed' : 'FAILED'}\n${text ? text + '\n' : ''}`)
  return {
    name,
    passed: good ? 1 : 0,
    failed: good ? 0 : 1,
    skipped: 0,
    milliseconds: Date.now() - started,
    note: outcome.late ? 'took too long and was ended' : ''
  }
}

/**
 * At most two at a time: that is what two cores carry.
 * @param {(() => Promise<Result>)[]} work
 */
export async function inPairs(work) {
  const waiting = [...work.entries()]
  /** @type {Result[]} */
  const results = []
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1]()
  }
  await Promise.all([lane(), lane()])
  return results
}

/** @typedef {{ name: string, kind: 'vitest' | 'playwright', milliseconds: number, places: number }} Runner `places`: how many it runs in at once */

/** @type {Runner[]} */
export const runners = [
  { name: 'unit', kind: 'vitest', milliseconds: 10 * minute, places: 0 },
  { name: 'view', kind: 'vitest', milliseconds: 10 * minute, places: 0 },
  { name: 'contract', kind: 'vitest', milliseconds: 10 * minute, places: 0 },
  { name: 'integration', kind: 'vitest', milliseconds: 15 * minute, places: 1 },
  { name: 'e2e', kind: 'playwright', milliseconds: 40 * minute, places: 2 }
]

/**
 * @param {Runner} runner
 * @param {{ environment: NodeJS.ProcessEnv, words: string[] }} options `words` go to the runner as they are
 * @returns {Promise<Result>}
 */
export async function runTests(runner, { environment, words }) {
  process.stdout.write(`\n── ${runner.name}\n`)
  if (!hasTests(path.join(root, 'tests', runner.name))) {
    process.stdout.write(`There are no ${runner.name} tests.\n`)
    return { name: runner.name, passed: 0, failed: 0, skipped: 0, milliseconds: 0, note: 'no test files' }
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-report-'))
  const report = path.join(folder, 'report.json')
  const started = Date.now()
  try {
    const program =
      runner.kind === 'vitest'
        ? ['vitest/vitest.mjs', 'run', '--project', runner.name, '--reporter=default', '--reporter=json']
        : ['@playwright/test/cli.js', 'test', '--reporter=list,json']
    const output = runner.kind === 'vitest' ? [`--outputFile.json=${report}`] : []
    const [file = '', ...fixed] = program
    const outcome = await run(process.execPath, [packaged(file), ...fixed, ...output, ...words], {
      show: true,
      milliseconds: runner.milliseconds,
      env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    })
    const content = readReport(report)
    const count = runner.kind === 'vitest' ? countOfVitest(content) : countOfPlaywright(content)
    const judged = judge({ count, code: outcome.code, late: outcome.late, filtered: words.length > 0 })
    return { name: runner.name, milliseconds: Date.now() - started, ...judged }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
