import { ensureDisplay } from './setup/display.mjs'
import { prepare } from './setup/prepare.mjs'
import { endAll, packaged, run } from './setup/run.mjs'
import { isRoot, runtimeEnvironment } from './setup/runtime.mjs'
import { runScript, say } from './setup/say.mjs'
import { onInterrupt } from './setup/signals.mjs'

await runScript(async () => {
  const stopListening = onInterrupt(endAll)
  const runtime = await prepare({ build: false })
  const display = await ensureDisplay()
  try {
    say('App: opening with live reload; end it with Ctrl+C')
    const args = [packaged('electron-vite/bin/electron-vite.js'), 'dev', '--watch']
    if (isRoot()) args.push('--noSandbox')
    const outcome = await run(process.execPath, [...args, ...process.argv.slice(2)], {
      show: true,
      env: {
        ...display.environment,
        ...runtimeEnvironment(runtime),
        ELECTRON_EXEC_PATH: runtime.executable
      }
    })
    return outcome.code
  } finally {
    display.stop()
    stopListening()
  }
})
