import fs from 'node:fs'
import path from 'node:path'
import { root } from '../setup/paths.mjs'
import { run } from '../setup/run.mjs'
import { SetupProblem } from '../setup/say.mjs'

/** @typedef {import('./runners.mjs').Check} Check */

/** A change of one of these may affect every file. */
const affectsAll =
  /^(package(-lock)?\.json|(eslint|svelte|vitest)\.config\.\w+|tsconfig[\w.]*\.json|\.ox\w+\.json|scripts\/lint\/.*)$/
const code = /\.(ts|svelte|mjs|js)$/

/** @param {string[]} args */
async function git(args) {
  const { code: status, output, errors } = await run('git', args)
  if (status !== 0) throw new SetupProblem(`git ${args[0]} failed: ${errors.trim()}`)
  return output.split('\n').filter(Boolean)
}

/** The files that differ from where this branch left `main`, committed or not, removed ones included. */
export async function changedFiles() {
  const [base = 'HEAD'] = await git(['merge-base', 'HEAD', 'main'])
  const changed = await git(['diff', '--name-only', '--no-renames', base])
  return [...changed, ...(await git(['ls-files', '--others', '--exclude-standard']))]
}

/** @param {string} file */
const exists = (file) => fs.existsSync(path.join(root, file))

/**
 * The check for these files alone; null if none of them concerns it.
 *
 * @param {Check} check
 * @param {string[]} changed
 * @returns {Check | null}
 */
export function narrowed(check, changed) {
  if (changed.some((file) => affectsAll.test(file))) return check
  const concerning = changed.filter((file) => check.reads.test(file))
  const files = concerning.filter(exists)
  if (check.files) return files.length > 0 ? { ...check, files } : null
  return concerning.length > 0 ? check : null
}

/**
 * The files whose tests are to run; null for all tests. The rules of `tests/unit/lint` read the tree without importing it.
 *
 * @param {string[]} changed
 * @param {string[]} rules
 */
export function testedFiles(changed, rules) {
  if (changed.some((file) => affectsAll.test(file))) return null
  const concerning = changed.filter((file) => code.test(file))
  return concerning.length > 0 ? [...new Set([...concerning.filter(exists), ...rules])] : []
}
