import fs from 'node:fs'
import path from 'node:path'
import { checkNodeVersion } from './setup/node-version.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { root } from './setup/paths.mjs'
import { endAll } from './setup/run.mjs'
import { runScript, say } from './setup/say.mjs'
import { onInterrupt } from './setup/signals.mjs'
import { changedFiles, narrowed, testedFiles } from './testing/changed.mjs'
import { lastLine, summary } from './testing/count.mjs'
import { checks, inPairs, runCheck, runners, runTests } from './testing/runners.mjs'

const usage = `Usage: npm run check [-- --changed]

Format, lint, types, unit and view tests, up to the first failure.
  --changed   only for files that differ from main, committed or not, and the tests that import them`

/** The tests that read the whole tree, from the project folder. */
const rules = () =>
  fs
    .readdirSync(path.join(root, 'tests/unit/lint'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `tests/unit/lint/${name}`)

await runScript(async () => {
  const args = process.argv.slice(2)
  if (args.some((arg) => arg !== '--changed')) {
    say(usage)
    return args.includes('--help') ? 0 : 2
  }
  const stopListening = onInterrupt(endAll)
  checkNodeVersion()
  await ensureDependencies()
  const files = args.length > 0 ? await changedFiles() : null
  const chosen = files ? checks.flatMap((check) => narrowed(check, files) ?? []) : checks
  const related = files && testedFiles(files, rules())
  const results = await inPairs(
    chosen.map((check) => () => runCheck(check)),
    { untilFailure: true }
  )
  for (const runner of runners.filter(({ name }) => name === 'unit' || name === 'view')) {
    if (related?.length === 0 || results.some(({ failed }) => failed > 0)) break
    results.push(await runTests(runner, { environment: process.env, related: related ?? undefined }))
  }
  stopListening()
  const { line, failed } = lastLine(results)
  const advice = results.find((result) => result.failed > 0)?.advice
  say(`\n${summary(results)}\n\n${line}${advice ? `\nNext: ${advice}` : ''}`)
  return failed > 0 ? 1 : 0
})
