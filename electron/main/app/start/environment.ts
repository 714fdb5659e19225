import type { CommandLine } from 'electron'
import { startText } from '#shared/messages/app-process'

const { ignored } = startText
const variables = {
  NODE_TLS_REJECT_UNAUTHORIZED: ignored.certificateVariable,
  SSLKEYLOGFILE: ignored.keyLogVariable
}
/** Chromium switches that Electron would accept from any command line. */
const switches = ['ignore-certificate-errors', 'ignore-certificate-errors-spki-list', 'ssl-key-log-file']

/** In a package, they would open every window to any program of this computer. */
const debugging = ['remote-debugging-port', 'remote-debugging-pipe']

/** Removes the switches that open windows to inspection. */
export function ignoreDebugging(commandLine: CommandLine): string[] {
  const given = debugging.filter((name) => commandLine.hasSwitch(name))
  for (const name of given) commandLine.removeSwitch(name)
  return given.map(ignored.debugging)
}

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
