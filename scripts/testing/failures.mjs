import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../setup/paths.mjs'

/** @typedef {{ file: string, title: string, message: string }} Failure `file` relative to the project */

/**
 * @typedef {{
 *   name: string
 *   status: string
 *   message?: string
 *   assertionResults: { status: string, fullName?: string, failureMessages?: string[] }[]
 * }} VitestFile
 * @typedef {{
 *   title: string
 *   file: string
 *   tests: { results: { status: string, error?: { message?: string } }[] }[]
 * }} PlaywrightSpec
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/** @param {VitestFile[]} files */
function ofVitest(files) {
  /** @type {Failure[]} */
  const failures = []
  for (const { name, status, message = '', assertionResults } of files) {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    for (const { fullName = '', failureMessages } of failed)
      failures.push({ file, title: fullName, message: failureMessages?.[0] ?? '' })
    if (status === 'failed' && failed.length === 0) failures.push({ file, title: '', message })
  }
  return failures
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {Failure[]}
 */
const ofSuite = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .filter(({ status }) => status !== 'passed' && status !== 'skipped')
      .map(({ status, error }) => ({
        file: `tests/e2e/${file}`,
        title,
        message: error?.message ?? status
      }))
  ),
  ...suites.flatMap(ofSuite)
]

/**
 * @param {unknown} report what the JSON reporter of Vitest or Playwright wrote
 * @returns {Failure[]}
 */
export function failedTests(report) {
  const { testResults, suites } = /** @type {{ testResults?: VitestFile[], suites?: PlaywrightSuite[] }} */ (
    report ?? {}
  )
  return testResults ? ofVitest(testResults) : (suites ?? []).flatMap(ofSuite)
}

const messageLines = 12

/**
 * A failed test once more, for readers of only the end of the output.
 *
 * @param {Failure} failure
 */
export function describeFailure({ file, title, message }) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, messageLines)
  const name = [file, title].filter(Boolean).join(': ')
  return [`FAILED ${name}`, ...lines.map((line) => `  ${line}`)].join('\n')
}
