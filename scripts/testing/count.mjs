import fs from 'node:fs'
import path from 'node:path'
import { readJson, root } from '../setup/paths.mjs'
import { describeFailure } from './failures.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 * @typedef {import('./failures.mjs').Failure} Failure
 * @typedef {Count & { name: string, milliseconds: number, note: string, advice: string, failures: Failure[] }} Result
 */

/**
 * @param {unknown} report what vitest's JSON reporter wrote
 * @returns {Count | undefined}
 */
export function countOfVitest(report) {
  const { testResults } =
    /** @type {{ testResults?: { status: string, assertionResults: { status: string }[] }[] }} */ (
      report ?? {}
    )
  if (!testResults) return undefined
  const count = { passed: 0, failed: 0, skipped: 0 }
  for (const file of testResults) {
    const before = count.failed
    for (const { status } of file.assertionResults) {
      if (status === 'passed') count.passed++
      else if (status === 'failed') count.failed++
      else count.skipped++
    }
    // A file that cannot be loaded has no tests to count, and has failed all the same.
    if (file.status === 'failed' && count.failed === before) count.failed++
  }
  return count
}

/**
 * @param {unknown} report what Playwright's JSON reporter wrote
 * @returns {Count | undefined}
 */
export function countOfPlaywright(report) {
  const { stats, errors } =
    /** @type {{ stats?: { expected: number, unexpected: number, flaky: number, skipped: number }, errors?: unknown[] }} */ (
      report ?? {}
    )
  if (!stats) return undefined
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (errors?.length ?? 0),
    skipped: stats.skipped
  }
}

/** @param {string} folder */
export function hasTests(folder) {
  if (!fs.existsSync(folder)) return false
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .some((entry) => entry.isFile() && /\.(test|spec)\.ts$/.test(entry.name))
}

/**
 * The counts of a runner's outcome. A runner that broke off, or that found nothing where tests are, has failed once more.
 * @param {{ count: Count | undefined, code: number, late: boolean, filtered: boolean }} outcome
 * @returns {Count & { note: string }}
 */
export function judge({ count, code, late, filtered }) {
  if (!count) {
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      note: late ? 'took too long and was ended' : 'ended without a report'
    }
  }
  if (late) return { ...count, failed: count.failed + 1, note: 'took too long and was ended' }
  if (code !== 0 && count.failed === 0) return { ...count, failed: 1, note: `ended with code ${code}` }
  if (count.passed + count.failed === 0 && !filtered) return { ...count, failed: 1, note: 'found no tests' }
  return { ...count, note: '' }
}

/** @param {string} file */
export const readReport = (file) => readJson(path.resolve(file))

/**
 * The next step after a failed check: a command, or the first line of a file that its output names.
 *
 * @param {string} name
 * @param {string} output
 */
export function adviceOn(name, output) {
  if (name === 'format') return 'run npm run format'
  const found =
    /([\w@./-]+\.(?:ts|svelte|mjs|js))[:(](\d+)/.exec(output) ?? /^(\/[\w@./-]+)\n\s+(\d+):\d+/m.exec(output)
  if (!found) return `see the output of ${name} above`
  const [, file = '', line] = found
  return `edit ${path.isAbsolute(file) ? path.relative(root, file) : file}:${line}`
}

/**
 * The failed tests and a table of all runners.
 *
 * @param {Result[]} results
 */
export function summary(results) {
  const rows = results.map((result) => [
    result.name,
    String(result.passed),
    String(result.failed),
    result.skipped ? String(result.skipped) : '',
    `${(result.milliseconds / 1000).toFixed(1)} s`,
    result.note
  ])
  const table = [['', 'passed', 'failed', 'skipped', 'time', ''], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column === 5 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
      )
      .join('  ')
      .trimEnd()
  )
  return [
    ...results.flatMap(({ failures }) => failures).map((failure) => `${describeFailure(failure)}\n`),
    ...lines
  ].join('\n')
}

/** @param {Count[]} results */
export function lastLine(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  return { line: `${passed} passed, ${failed} failed`, failed }
}
