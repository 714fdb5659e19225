import { checkNodeVersion } from './setup/node-version.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { endAll } from './setup/run.mjs'
import { runScript, say } from './setup/say.mjs'
import { onInterrupt } from './setup/signals.mjs'
import { lastLine, summary } from './testing/count.mjs'
import { checks, inPairs, runCheck, runners, runTests } from './testing/runners.mjs'

await runScript(async () => {
  const forget = onInterrupt(endAll)
  checkNodeVersion()
  await ensureDependencies()
  const results = await inPairs(checks.map((check) => () => runCheck(check)))
  for (const runner of runners.filter(({ name }) => name === 'unit' || name === 'view')) {
    results.push(await runTests(runner, { environment: process.env, words: [] }))
  }
  forget()
  const { line, failed } = lastLine(results)
  say(`\n${summary(results)}\n\n${line}`)
  return failed > 0 ? 1 : 0
})
