import type { CommandLine } from 'electron'

const variables: Readonly<Record<string, string>> = {
  NODE_TLS_REJECT_UNAUTHORIZED: 'Leadline always checks certificates.',
  SSLKEYLOGFILE: 'Leadline never writes down the keys of its connections.'
}
/** Switches of Chromium that Electron would accept from any command line. */
const switches = ['ignore-certificate-errors', 'ignore-certificate-errors-spki-list', 'ssl-key-log-file']

/** Takes away what would weaken TLS, before anything reads it. Returns a sentence for each that was set. */
export function ignoreWeakening(environment: NodeJS.ProcessEnv, commandLine: CommandLine): string[] {
  const sentences: string[] = []
  for (const [name, reason] of Object.entries(variables)) {
    // In Node the variable counts only as 0.
    if (name === 'NODE_TLS_REJECT_UNAUTHORIZED' ? environment[name] === '0' : environment[name]) {
      sentences.push(`The environment variable ${name} is ignored. ${reason}`)
    }
    Reflect.deleteProperty(environment, name)
  }
  for (const name of switches) {
    if (!commandLine.hasSwitch(name)) continue
    commandLine.removeSwitch(name)
    sentences.push(
      `The option --${name} is ignored. Leadline always checks certificates and keeps keys secret.`
    )
  }
  return sentences
}
