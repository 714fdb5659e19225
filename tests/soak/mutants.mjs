/**
 * Breaks the code one fault at a time and expects the named tests to fail: `npm run soak -- mutants [WORD]`. Works in
 * a copy of the tree and prints survivors.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { root } from '../../scripts/setup/paths.mjs'
import { endAll, run } from '../../scripts/setup/run.mjs'
import { onInterrupt } from '../../scripts/setup/signals.mjs'
import { mutants } from './mutants/list.mjs'
import { mutated } from './mutants/mutate.mjs'

const wanted = process.argv.slice(2)
const chosen = mutants.filter(({ name, file }) => wanted.every((word) => `${name} ${file}`.includes(word)))
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-mutants-'))
const left = new Set(['.git', 'node_modules', 'out', 'test-results'])

const minute = 60_000

/**
 * @param {string[]} files
 * @param {number} milliseconds
 * @returns {Promise<'passed' | 'failed' | 'hung'>}
 */
async function testsOf(files, milliseconds = 4 * minute) {
  const vitest = path.join(copy, 'node_modules/vitest/vitest.mjs')
  const { code, late } = await run(
    process.execPath,
    [vitest, 'run', '--bail=1', '--reporter=dot', ...files],
    { cwd: copy, milliseconds }
  )
  if (late) return 'hung'
  return code === 0 ? 'passed' : 'failed'
}

const removeCopy = () => fs.rmSync(copy, { recursive: true, force: true })
const stopListening = onInterrupt(() => {
  endAll('SIGKILL')
  removeCopy()
})

/** A fault that stops its tests says nothing of what they check. */
const words = { passed: 'SURVIVED', failed: 'noticed ', hung: 'HUNG    ' }

try {
  for (const name of fs.readdirSync(root)) {
    if (!left.has(name)) fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const survivors = []
  for (const mutant of chosen) {
    const file = path.join(copy, mutant.file)
    const source = fs.readFileSync(file, 'utf8')
    fs.writeFileSync(file, mutated(source, mutant))
    const outcome = await testsOf(mutant.tests)
    fs.writeFileSync(file, source)
    process.stdout.write(`${words[outcome]}  ${mutant.name}  (${mutant.file})\n`)
    if (outcome !== 'failed') survivors.push(mutant.name)
  }
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
  const isSound = tests.length > 0 && (await testsOf(tests, 30 * minute)) === 'passed'
  process.stdout.write(
    isSound
      ? `\n${chosen.length - survivors.length} of ${chosen.length} mutants were noticed.\n`
      : '\nThe tests fail without a mutant, so this run proves nothing.\n'
  )
  for (const name of survivors) process.stdout.write(`Survivor: ${name}\n`)
  process.exitCode = isSound && survivors.length === 0 ? 0 : 1
} finally {
  stopListening()
  removeCopy()
}
