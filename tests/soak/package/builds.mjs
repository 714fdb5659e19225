import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/setup/paths.mjs'
import { npm } from '../../../scripts/setup/run.mjs'
import { say, SetupProblem } from '../../../scripts/setup/say.mjs'
import { minute, runOrThrow } from './steps.mjs'

/** The first commit that made packages. */
export async function firstPackaged() {
  const ask = async (/** @type {string[]} */ ...args) => (await runOrThrow('git', args, { cwd: root })).trim()
  const isShallow = (await ask('rev-parse', '--is-shallow-repository')) === 'true'
  const commits = await ask('log', '--diff-filter=A', '--format=%H', '--', 'scripts/package.mjs')
  const first = commits.split('\n').at(-1)
  if (isShallow || !first)
    throw new SetupProblem(
      'The history of this clone is incomplete, so the oldest package cannot be built. Run: git fetch --unshallow'
    )
  return first
}

/**
 * The packages of a fresh clone, by name, with their hashes.
 * @param {string} clone
 * @param {string} commit
 * @param {string[]} [args]
 */
export async function build(clone, commit, args = []) {
  say(`Building ${commit.slice(0, 8)} in ${clone}`)
  await runOrThrow('git', ['clone', '--quiet', root, clone])
  await runOrThrow('git', ['checkout', '--quiet', '--detach', commit], { cwd: clone })
  const [command, words] = npm(['run', '--silent', 'package', ...(args.length > 0 ? ['--', ...args] : [])])
  await runOrThrow(command, words, { cwd: clone, milliseconds: 20 * minute })
  const out = path.join(clone, 'dist')
  const files = fs.readdirSync(out).filter((file) => /\.(deb|rpm|zst)$/.test(file))
  const hashOf = (/** @type {string} */ file) =>
    createHash('sha256')
      .update(fs.readFileSync(path.join(out, file)))
      .digest('hex')
  const place = (/** @type {string} */ extension) =>
    path.join(out, files.find((file) => file.endsWith(extension)) ?? '')
  return {
    deb: place('.deb'),
    rpm: place('.rpm'),
    sums: Object.fromEntries(files.map((file) => [file, hashOf(file)]))
  }
}
