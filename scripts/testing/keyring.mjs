import { setTimeout as pause } from 'node:timers/promises'
import { end, run, start } from '../setup/run.mjs'
import { SetupProblem } from '../setup/say.mjs'

/**
 * Settles when the child has ended.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>}
 */
const exit = (child) =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once('exit', () => resolve()))
    : Promise.resolve()

/**
 * A session bus that lives until its standard input is closed, thus never longer than this process.
 * @param {NodeJS.ProcessEnv} environment
 */
export async function startBus(environment) {
  const script = 'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat >/dev/null'
  const bus = start('dbus-run-session', ['--', 'sh', '-c', script], {
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore']
  })
  const address = await new Promise((resolve, reject) => {
    let text = ''
    bus.stdout?.setEncoding('utf8').on('data', (part) => {
      text += part
      if (text.includes('\n')) resolve(text.trim())
    })
    bus.once('error', reject)
    bus.once('exit', () => reject(new SetupProblem('dbus-run-session ended at once.')))
  })
  const stop = () => {
    bus.stdin?.end()
    return exit(bus)
  }
  return { address: String(address), stop }
}

/**
 * The printed reply to a D-Bus call, or an empty text when it failed.
 * @param {NodeJS.ProcessEnv} environment
 * @param {string[]} args
 */
export async function callBus(environment, args) {
  const outcome = await run('dbus-send', ['--session', '--print-reply', '--reply-timeout=2000', ...args], {
    env: environment,
    milliseconds: 10_000
  })
  return outcome.code === 0 ? outcome.output : ''
}

/**
 * Whether the default collection of the Secret Service exists and is unlocked. Asking shows no prompt.
 * @param {NodeJS.ProcessEnv} environment
 */
async function keyringUnlocked(environment) {
  const bus = '--dest=org.freedesktop.DBus'
  const method = 'org.freedesktop.DBus.NameHasOwner'
  // A message to a name without an owner would make the bus start a second keyring, a locked one, and it might come first.
  const owned = await callBus(environment, [bus, '/', method, 'string:org.freedesktop.secrets'])
  if (!owned.includes('boolean true')) return false
  const property = ['string:org.freedesktop.Secret.Collection', 'string:Locked']
  const locked = await callBus(environment, [
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets/aliases/default',
    'org.freedesktop.DBus.Properties.Get',
    ...property
  ])
  return locked.includes('boolean false')
}

/**
 * gnome-keyring with an unlocked default collection on the environment's bus.
 * @param {NodeJS.ProcessEnv} environment
 */
export async function startKeyring(environment) {
  const keyring = start('gnome-keyring-daemon', ['--unlock', '--components=secrets', '--foreground'], {
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore']
  })
  keyring.stdin?.on('error', () => {})
  keyring.stdin?.end('for tests')
  const limit = Date.now() + 20_000
  while (!(await keyringUnlocked(environment))) {
    if (Date.now() > limit || keyring.exitCode !== null) {
      end(keyring)
      throw new SetupProblem('The keyring for the tests could not be unlocked.')
    }
    await pause(100)
  }
  return () => {
    end(keyring)
    return exit(keyring)
  }
}
