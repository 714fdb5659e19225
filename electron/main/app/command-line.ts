import type { CommandCall } from '#engine/app/command-line/command'
import { commandLineText } from '#shared/messages/command-line'

type Command = () => Promise<{ readonly run: (call: CommandCall) => Promise<number> }>

const commands: Readonly<Record<string, Command>> = {
  collect: () => import('#engine/app/command-line/collect'),
  desk: () => import('#engine/app/command-line/desk'),
  record: () => import('#engine/app/command-line/record')
}

/** The exit code. Unknown errors end it as they end plain Node; Electron would show a dialog and continue. */
export async function runCommandLine(name: string, args: readonly string[]): Promise<number> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    process.stderr.write(`${commandLineText.tryHelp(commandLineText.unknownCommand(name))}\n`)
    return 2
  }
  const end = (thrown: unknown) => {
    process.stderr.write(`\n${thrown instanceof Error ? thrown.stack : String(thrown)}\n`)
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
  const { run } = await load()
  return run({ args, folder: process.cwd(), isInstalled: true })
}
