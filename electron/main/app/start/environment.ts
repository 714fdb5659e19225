import type { CommandLine } from 'electron'
import { startText } from '#shared/messages/app-process'

const { ignored } = startText
const variables = {
  NODE_TLS_REJECT_UNAUTHORIZED: ignored.certificateVariable,
  SSLKEYLOGFILE: ignored.keyLogVariable
}
/** Chromium switches that Electron would accept from any command line. */
const switches = ['ignore-certificate-errors', 'ignore-certificate-errors-spki-list', 'ssl-key-log-file']

/** Removes options that would weaken TLS; returns a sentence for each. */
export function ignoreWeakening(environment: NodeJS.ProcessEnv, commandLine: CommandLine): string[] {
  const sentences: string[] = []
  for (const [name, sentence] of Object.entries(variables)) {
    // Node only honors 0.
    if (name === 'NODE_TLS_REJECT_UNAUTHORIZED' ? environment[name] === '0' : environment[name]) {
      sentences.push(sentence(name))
    }
    Reflect.deleteProperty(environment, name)
  }
  for (const name of switches) {
    if (!commandLine.hasSwitch(name)) continue
    commandLine.removeSwitch(name)
    sentences.push(ignored.option(name))
  }
  return sentences
}
