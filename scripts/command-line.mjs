import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'
import { callerFolder } from './setup/options.mjs'
import { runScript } from './setup/say.mjs'

/**
 * A command of the installed app, in plain Node.
 * @param {'collect' | 'desk' | 'record'} name
 */
export const runCommandLine = (name) =>
  runScript(async () => {
    const built = await bundle(`electron/engine/app/command-line/${name}.ts`, name, ['keytar'])
    const { run } = await import(pathToFileURL(built).href)
    return run({ args: process.argv.slice(2), folder: callerFolder(), isInstalled: false })
  })
