import { app } from 'electron'
import type { Options } from './options'

/** Chromium hands the command line to the first instance, which a message of 32 KB and more would end. */
const maxArgument = 4000
const maxArguments = 16_000

/** Whether another instance can be handed these arguments. */
export function canHandOver(args: readonly string[]): boolean {
  const lengths = args.map((argument) => Buffer.byteLength(argument))
  return (
    Math.max(0, ...lengths) <= maxArgument && lengths.reduce((sum, length) => sum + length, 0) <= maxArguments
  )
}

/** Whether this is the first start over its data folder. A second one hands over to the first and ends. */
export function isFirstInstance(options: Options): boolean {
  if (!canHandOver(process.argv)) {
    process.stderr.write('Leadline was not started: its command line is too long.\n')
    app.exit(1)
    return false
  }
  if (app.requestSingleInstanceLock()) return true
  const pictured = options.shot ?? options.marks
  process.stderr.write(
    pictured
      ? `Leadline is already running over this data folder, so ${pictured} was not written. Close it first, or give another folder with --user-data.\n`
      : 'Leadline is already running; its window comes to the front.\n'
  )
  app.exit(pictured ? 1 : 0)
  return false
}
