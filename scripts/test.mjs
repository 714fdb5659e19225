import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { executable, writeAppFolder } from './package/app-folder.mjs'
import { prepare, testPrograms } from './setup/prepare.mjs'
import { endAll } from './setup/run.mjs'
import { runScript, say } from './setup/say.mjs'
import { onInterrupt } from './setup/signals.mjs'
import { lastLine, summary } from './testing/count.mjs'
import { environmentOf, startDesktop } from './testing/environment.mjs'
import { parseTestOptions } from './testing/options.mjs'
import { checks, inPairs, runCheck, runners, runTests } from './testing/runners.mjs'

const names = [...checks, ...runners].map(({ name }) => name)
const usage = `Usage: npm test -- [--only NAME[,NAME…]] [--packaged] [--runtime official] [arguments for the one runner]\nNames: ${names.join(', ')}`

await runScript(async () => {
  const options = parseTestOptions(process.argv.slice(2), names)
  if (options.kind !== 'run') {
    process.stderr.write(`${options.kind === 'wrong' ? options.sentence + '\n\n' : ''}${usage}\n`)
    return options.kind === 'wrong' ? 2 : 0
  }
  /** @type {import('./testing/environment.mjs').Desktop[]} */
  const desktops = []
  /** @type {string | null} */
  let work = null
  const stop = () => {
    for (const desktop of desktops.splice(0)) desktop.stop()
    if (work) fs.rmSync(work, { recursive: true, force: true })
  }
  const stopListening = onInterrupt(() => {
    stop()
    endAll()
  })
  const wanted = (/** @type {{ name: string }} */ { name }) =>
    options.only.length === 0 || options.only.includes(name)
  const chosen = runners.filter(wanted)
  const runtime = await prepare({ force: options.force, programs: testPrograms })

  /** @param {import('./testing/runners.mjs').Runner[]} all @param {boolean} show */
  const runInTurn = async (all, show) => {
    /** @type {import('./testing/count.mjs').Result[]} */
    const results = []
    for (const runner of all) {
      while (desktops.length < runner.desktops) desktops.push(await startDesktop(runtime))
      const environment = environmentOf(desktops.slice(0, runner.desktops))
      results.push(await runTests(runner, { environment, args: options.args, show }))
    }
    return results
  }

  const results = await inPairs(checks.filter(wanted).map((check) => () => runCheck(check)))
  try {
    if (options.packaged) {
      work = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-packaged-'))
      const folder = path.join(work, 'app')
      await writeAppFolder({ runtime: path.dirname(runtime.executable), folder, work, inspectable: true })
      process.env['LEADLINE_PACKAGED_APP'] = path.join(folder, executable)
    }
    const beside = chosen.filter((runner) => runner.beside)
    const vitest = chosen.filter(({ kind, beside: isBeside }) => kind === 'vitest' && !isBeside)
    const both = await Promise.all([runInTurn(vitest, true), runInTurn(beside, vitest.length === 0)])
    const playwright = chosen.filter(({ kind }) => kind === 'playwright')
    results.push(...both.flat(), ...(await runInTurn(playwright, true)))
  } finally {
    stop()
    stopListening()
  }
  const { line, failed } = lastLine(results)
  say(`\n${summary(results)}\n\n${line}`)
  return failed > 0 ? 1 : 0
})
