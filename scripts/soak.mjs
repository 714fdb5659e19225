import { prepare, testPrograms } from './setup/prepare.mjs'
import { endAll, run } from './setup/run.mjs'
import { runScript, say } from './setup/say.mjs'
import { onInterrupt } from './setup/signals.mjs'
import { soaks } from './soaks.mjs'
import { startDesktop } from './testing/environment.mjs'

await runScript(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const soak = soaks.find((one) => one.name === name)
  if (!soak) {
    if (name) process.stderr.write(`There is no soak named ${name}.\n`)
    say('Usage: npm run soak -- NAME\n')
    say(soaks.map((one) => `  ${one.name.padEnd(12)} ${one.description}`).join('\n'))
    return 2
  }
  const stopListening = onInterrupt(endAll)
  const runtime = await prepare({ programs: testPrograms })
  const desktop = await startDesktop(runtime)
  try {
    const outcome = await run(process.execPath, [soak.script, ...args], {
      show: true,
      env: desktop.environment
    })
    return outcome.code
  } finally {
    desktop.stop()
    stopListening()
  }
})
