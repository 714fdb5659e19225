import process from 'node:process'
import { toProblem } from '#shared/domain/base/problem'
import { startSandbox } from '..'
import { readArguments, usage, type Command } from './arguments'
import { summary } from './summary'

/** Exits with 2 for invalid options and with 1 for other errors. */
export async function main(list: readonly string[]): Promise<void> {
  let command: Command
  try {
    command = readArguments(list)
  } catch (error) {
    process.stderr.write(`${toProblem(error).sentence}\n`)
    process.exitCode = 2
    return
  }
  if (command.help) {
    process.stdout.write(usage)
    return
  }
  try {
    await run(command)
  } catch (error) {
    const { sentence, code, detail } = toProblem(error)
    process.stderr.write(`${code === 'unexpected' ? (detail ?? sentence) : sentence}\n`)
    process.exitCode = 1
  }
}

async function run({ options, json }: Command): Promise<void> {
  // Registered first, so that a signal during startup is not lost.
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  const sandbox = await startSandbox({ ...options, log: (text) => process.stderr.write(`${text}\n`) })
  process.stdout.write(json ? `${JSON.stringify(sandbox.description)}\n` : summary(sandbox.description))
  const signal = await stopped
  process.stderr.write(`The local sandbox stops (${signal}).\n`)
  await sandbox.close()
}
