import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from '../setup/paths.mjs'
import { packaged, run } from '../setup/run.mjs'
import { adviceOn, countOfPlaywright, countOfVitest, hasTests, judge, readReport } from './count.mjs'
import { failedTests } from './failures.mjs'

/** @typedef {import('./count.mjs').Result} Result */
/**
 * `files` are its last arguments; without them it always checks everything. A change of a file that `reads` matches
 * concerns it.
 * @typedef {{ name: string, program: string, args: string[], files?: string[], reads: RegExp }} Check
 */

const minute = 60_000

/** @type {Check[]} each counts as one */
export const checks = [
  {
    name: 'format',
    program: 'oxfmt/bin/oxfmt',
    args: ['--check', '--no-error-on-unmatched-pattern'],
    files: [],
    reads: /./
  },
  {
    name: 'lint',
    program: 'oxlint/bin/oxlint',
    args: ['--type-aware', '--deny-warnings'],
    files: [],
    reads: /\.(ts|mjs|js)$/
  },
  {
    name: 'svelte-lint',
    program: 'eslint/bin/eslint.js',
    args: ['--max-warnings=0', '--no-warn-ignored'],
    files: ['**/*.svelte', '**/*.svelte.ts'],
    reads: /\.svelte(\.ts)?$/
  },
  { name: 'types', program: 'typescript-native/bin/tsc', args: ['-b'], reads: /\.(ts|mjs|js|json)$/ },
  {
    name: 'svelte-check',
    program: 'svelte-check/bin/svelte-check',
    args: ['--workspace', 'renderer', '--tsconfig', './tsconfig.json', '--fail-on-warnings'],
    reads: /^(renderer|electron\/shared)\/.*\.(ts|svelte)$/
  }
]

/**
 * @param {Check} check
 * @returns {Promise<Result>}
 */
export async function runCheck({ name, program, args, files = [] }) {
  const started = Date.now()
  const outcome = await run(process.execPath, [packaged(program), ...args, ...files], {
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
    note: outcome.late ? 'took too long and was ended' : '',
    advice: good ? '' : adviceOn(name, text),
    failures: []
  }
}

/**
 * At most two at a time: that is what two cores carry.
 * @param {(() => Promise<Result>)[]} work
 * @param {{ untilFailure?: boolean }} [options]
 */
export async function inPairs(work, { untilFailure = false } = {}) {
  const waiting = [...work.entries()]
  /** @type {Result[]} */
  const results = []
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await next[1]()
      results[next[0]] = result
      if (untilFailure && result.failed > 0) waiting.length = 0
    }
  }
  await Promise.all([lane(), lane()])
  return results.filter(Boolean)
}

/**
 * `desktops`: how many it uses at once. With `beside`, it runs beside the other ones of Vitest.
 * @typedef {{ name: string, kind: 'vitest' | 'playwright', milliseconds: number, desktops: number, beside?: boolean }} Runner
 */

/** @type {Runner[]} */
export const runners = [
  { name: 'unit', kind: 'vitest', milliseconds: 15 * minute, desktops: 0 },
  { name: 'view', kind: 'vitest', milliseconds: 15 * minute, desktops: 0 },
  { name: 'contract', kind: 'vitest', milliseconds: 10 * minute, desktops: 0 },
  // They wait for servers and processes.
  { name: 'integration', kind: 'vitest', milliseconds: 15 * minute, desktops: 1, beside: true },
  { name: 'e2e', kind: 'playwright', milliseconds: 40 * minute, desktops: 3 }
]

/**
 * @param {Runner} runner
 * `args` are for the runner itself; with `related`, only the tests that import one of these files run. Without `show`, its
 * output is shown at its end.
 * @param {{ environment: NodeJS.ProcessEnv, args?: string[], related?: string[] | undefined, show?: boolean }} options
 * @returns {Promise<Result>}
 */
export async function runTests(runner, { environment, args = [], related, show = true }) {
  const title = `\n── ${runner.name}\n`
  if (show) process.stdout.write(title)
  if (!hasTests(path.join(root, 'tests', runner.name))) {
    process.stdout.write(`There are no ${runner.name} tests.\n`)
    return {
      name: runner.name,
      passed: 0,
      failed: 0,
      skipped: 0,
      milliseconds: 0,
      note: 'no test files',
      advice: '',
      failures: []
    }
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-report-'))
  const report = path.join(folder, 'report.json')
  const started = Date.now()
  try {
    const program =
      runner.kind === 'vitest'
        ? [
            'vitest/vitest.mjs',
            ...(related ? ['related', '--run', '--passWithNoTests', ...related] : ['run']),
            ...['--project', runner.name, '--reporter=default', '--reporter=json']
          ]
        : ['@playwright/test/cli.js', 'test', '--reporter=list,json']
    const output = runner.kind === 'vitest' ? [`--outputFile.json=${report}`] : []
    const [file = '', ...fixed] = program
    const outcome = await run(process.execPath, [packaged(file), ...fixed, ...output, ...args], {
      show,
      milliseconds: runner.milliseconds,
      env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    })
    if (!show) process.stdout.write(title + outcome.output + outcome.errors)
    const content = readReport(report)
    const count = runner.kind === 'vitest' ? countOfVitest(content) : countOfPlaywright(content)
    const judged = judge({
      count,
      code: outcome.code,
      late: outcome.late,
      filtered: args.length > 0 || related !== undefined
    })
    const failures = failedTests(content)
    const advice = failures[0] ? `run npm test -- --only ${runner.name} ${failures[0].file}` : ''
    return { name: runner.name, milliseconds: Date.now() - started, ...judged, advice, failures }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
