import { app } from 'electron'
import { startText } from '#shared/messages/app-process'
import type { Options } from './options'

/** A message of 32 KB would crash the first instance. */
const maxArgument = 4000
const maxArguments = 16_000

export function canHandOver(args: readonly string[], files: readonly string[] = []): boolean {
  const lengths = [...args, ...files].map((argument) => Buffer.byteLength(argument))
  return (
    Math.max(0, ...lengths) <= maxArgument && lengths.reduce((sum, length) => sum + length, 0) <= maxArguments
  )
}

/** A second instance passes its arguments to the first and exits. */
export function isFirstInstance(options: Options, files: readonly string[]): boolean {
  if (!canHandOver(process.argv, files)) {
    process.stderr.write(`${startText.commandLineTooLong}\n`)
    app.exit(1)
    return false
  }
  if (app.requestSingleInstanceLock({ files })) return true
  const pictured = options.shot ?? options.marks
  process.stderr.write(
    `${pictured ? startText.alreadyRunningNotWritten(pictured) : startText.alreadyRunning}\n`
  )
  app.exit(pictured ? 1 : 0)
  return false
}
