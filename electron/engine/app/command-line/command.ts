import * as v from 'valibot'
import { draftSchema, type ProfileDraft } from '#shared/contract/connection/connections'
import { fail, toProblem, type ProblemError } from '#shared/domain/base/problem'
import { commandLineText } from '#shared/messages/command-line'

/** Where a command was typed. */
export interface CommandCall {
  readonly args: readonly string[]
  /** What relative paths are relative to. */
  readonly folder: string
  /** In the installed app, instead of a clone. */
  readonly isInstalled: boolean
}

const usageCode = 'command-line.usage'

/** Ends the command with the exit code for wrong arguments. */
export const wrong = (sentence: string): ProblemError => fail(usageCode, commandLineText.tryHelp(sentence))

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Arguments that parseArgs refuses are wrong. */
export function parsed<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse()
  } catch (thrown) {
    const [sentence] = thrown instanceof Error ? thrown.message.split(/\.\s/) : []
    throw wrong(sentence ? `${sentence}.` : commandLineText.wrongOptions)
  }
}

export function environmentIn(value: string): ProfileDraft['environment'] {
  if (!v.is(draftSchema.entries.environment, value)) throw wrong(commandLineText.environment)
  return value
}

/** The exit code; what it throws is printed as a sentence. */
export async function runCommand(work: (stop: AbortSignal) => Promise<number>): Promise<number> {
  // Certificates are verified, whatever the environment says.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  try {
    return await work(stop.signal)
  } catch (thrown) {
    const { code, sentence, detail } = toProblem(thrown)
    process.stderr.write(`\n${code === 'unexpected' ? (detail ?? sentence) : sentence}\n`)
    return code === usageCode ? 2 : 1
  }
}
