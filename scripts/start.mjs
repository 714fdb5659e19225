import { ensureDisplay } from './setup/display.mjs'
import { callerFolder, parseStartOptions, usage } from './setup/options.mjs'
import { root } from './setup/paths.mjs'
import { prepare } from './setup/prepare.mjs'
import { endAll, run } from './setup/run.mjs'
import { runtimeEnvironment, sandboxWords } from './setup/runtime.mjs'
import { runScript, say } from './setup/say.mjs'
import { onInterrupt } from './setup/signals.mjs'

await runScript(async () => {
  const options = parseStartOptions(process.argv.slice(2), callerFolder())
  if (options.kind === 'help') {
    say(usage)
    return 0
  }
  if (options.kind === 'wrong') {
    process.stderr.write(`${options.sentence}\n\n${usage}\n`)
    return 2
  }
  const forget = onInterrupt(endAll)
  const runtime = await prepare({ force: options.force })
  const display = await ensureDisplay()
  try {
    const sandbox = sandboxWords()
    if (sandbox.length > 0)
      say('Sandbox: off, because Chromium refuses it to root; run as an ordinary user to have it')
    // Chromium's own remarks on the desktop that it finds (no D-Bus, no graphics card) are not for a person.
    const words = [...sandbox, '--log-level=3', root]
    if (options.userData) words.push(`--user-data=${options.userData}`)
    if (options.shot) words.push(`--shot=${options.shot}`)
    if (options.rate) words.push(`--sandbox-rate=${options.rate}`)
    // As the system hands over a link: behind the mark that ends all options.
    if (options.link) words.push('--', options.link)
    say('App: opening')
    const outcome = await run(runtime.executable, words, {
      show: true,
      env: { ...display.environment, ...runtimeEnvironment(runtime) }
    })
    if (outcome.code !== 0)
      process.stderr.write(`The app ended with ${outcome.signal ?? `code ${outcome.code}`}.\n`)
    else if (options.shot) say(`Picture: ${options.shot}`)
    return outcome.code
  } finally {
    display.stop()
    forget()
  }
})
