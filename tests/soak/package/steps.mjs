import { run } from '../../../scripts/setup/run.mjs'
import { say, SetupProblem } from '../../../scripts/setup/say.mjs'

export const minute = 60_000

/**
 * The output of a command that has to succeed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, milliseconds?: number }} [options]
 */
export async function runOrThrow(command, args, { cwd, milliseconds = 10 * minute } = {}) {
  const outcome = await run(command, args, { milliseconds, ...(cwd ? { cwd } : {}) })
  if (outcome.code === 0) return outcome.output
  const output = (outcome.output + outcome.errors).trim().slice(-3000)
  throw new SetupProblem(`${command} ${args.join(' ')}\nended with ${outcome.code}:\n${output}`)
}

/** @param {unknown} holds @param {string} sentence */
export function check(holds, sentence) {
  if (!holds) throw new SetupProblem(`Not true: ${sentence}`)
  say(`  true: ${sentence}`)
}
