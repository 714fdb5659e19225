import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureDisplay } from './setup/display.mjs'
import { callerFolder, parseStartOptions, usage } from './setup/options.mjs'
import { root } from './setup/paths.mjs'
import { prepare } from './setup/prepare.mjs'
import { endAll, run } from './setup/run.mjs'
import { runtimeEnvironment, sandboxArgs } from './setup/runtime.mjs'
import { runScript, say } from './setup/say.mjs'
import { onInterrupt } from './setup/signals.mjs'

/** A data folder for one screenshot: without the guide, and without anything of the person's own. */
function temporaryData() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-shot-'))
  fs.writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ version: 1, guideDone: true }))
  return folder
}

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
  const stopListening = onInterrupt(endAll)
  const runtime = await prepare({ force: options.force })
  const display = await ensureDisplay()
  const { panel, view, shot, 'user-data': chosen } = options.app
  const temporary = (panel ?? view) && !chosen ? temporaryData() : null
  try {
    const sandbox = sandboxArgs()
    if (sandbox.length > 0)
      say('Sandbox: off, because Chromium refuses it to root; run as an ordinary user to have it')
    // Hides Chromium's messages about a desktop without D-Bus or a graphics card.
    const args = [...sandbox, '--log-level=3', root]
    for (const [name, value] of Object.entries(options.app)) args.push(`--${name}=${value}`)
    if (temporary) args.push(`--user-data=${temporary}`)
    // As the system passes a link: after the mark that ends all options.
    if (options.link) args.push('--', options.link)
    say('App: opening')
    const outcome = await run(runtime.executable, args, {
      show: true,
      env: { ...display.environment, ...runtimeEnvironment(runtime) }
    })
    if (outcome.code !== 0)
      process.stderr.write(`The app ended with ${outcome.signal ?? `code ${outcome.code}`}.\n`)
    else if (shot) say(`Screenshot: ${shot}`)
    return outcome.code
  } finally {
    if (temporary) fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
    display.stop()
    stopListening()
  }
})
