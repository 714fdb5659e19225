import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startDisplay } from '../setup/display.mjs'
import { end, run, start } from '../setup/run.mjs'
import { runtimeEnvironment } from '../setup/runtime.mjs'
import { SetupProblem } from '../setup/say.mjs'

/**
 * Where integration and end-to-end tests run. They find:
 *
 *   HOME, XDG_*                a throw-away home, removed afterwards
 *   DISPLAY                    Xvfb, 3840x2160, with openbox as window manager and dunst for notifications
 *   DBUS_SESSION_BUS_ADDRESS   a session bus of their own
 *   the Secret Service         gnome-keyring on that bus, its default collection unlocked
 *   LEADLINE_ELECTRON          the Electron executable
 *   LEADLINE_OLDER_RUNTIME     1 if that is the older one from the npm registry
 *   LEADLINE_PLACES            where several run at once: what each place sets, as JSON; the first is set already
 *
 * @typedef {{ environment: NodeJS.ProcessEnv, stop: () => void }} Place
 */

const keyringPassword = 'for tests'

/** @param {NodeJS.ProcessEnv} base */
function throwAwayHome(base) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-test-'))
  const folders = {
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    XDG_DATA_HOME: path.join(home, '.local/share'),
    XDG_STATE_HOME: path.join(home, '.local/state'),
    XDG_RUNTIME_DIR: path.join(home, 'run')
  }
  for (const folder of Object.values(folders)) fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  return { home, environment: { ...base, HOME: home, ...folders } }
}

/**
 * A session bus that lives until its standard input is closed, thus never longer than this process.
 * @param {NodeJS.ProcessEnv} environment
 */
async function startBus(environment) {
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
  return { address: String(address), stop: () => bus.stdin?.end() }
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @param {string[]} words
 */
async function ask(environment, words) {
  const outcome = await run('dbus-send', ['--session', '--print-reply', '--reply-timeout=2000', ...words], {
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
  const owned = await ask(environment, [bus, '/', method, 'string:org.freedesktop.secrets'])
  if (!owned.includes('boolean true')) return false
  const property = ['string:org.freedesktop.Secret.Collection', 'string:Locked']
  const locked = await ask(environment, [
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets/aliases/default',
    'org.freedesktop.DBus.Properties.Get',
    ...property
  ])
  return locked.includes('boolean false')
}

/** @param {NodeJS.ProcessEnv} environment */
async function startKeyring(environment) {
  const keyring = start('gnome-keyring-daemon', ['--unlock', '--components=secrets', '--foreground'], {
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore']
  })
  keyring.stdin?.on('error', () => {})
  keyring.stdin?.end(keyringPassword)
  const limit = Date.now() + 20_000
  while (!(await keyringUnlocked(environment))) {
    if (Date.now() > limit || keyring.exitCode !== null) {
      end(keyring)
      throw new SetupProblem('The keyring for the tests could not be unlocked.')
    }
    await pause(100)
  }
  return () => end(keyring)
}

/**
 * @param {import('../setup/runtime.mjs').Runtime} runtime
 * @returns {Promise<Place>}
 */
export async function startPlace(runtime) {
  /** @type {(() => void)[]} */
  const stops = []
  const stop = () => {
    for (const one of stops.splice(0).reverse()) one()
  }
  const { home, environment } = throwAwayHome(process.env)
  stops.push(() => fs.rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  try {
    const bus = await startBus(environment)
    stops.push(bus.stop)
    const display = await startDisplay({ ...environment, DBUS_SESSION_BUS_ADDRESS: bus.address })
    stops.push(display.stop)
    stops.push(await startKeyring(display.environment))
    const notifications = start('dunst', [], { env: display.environment, stdio: 'ignore' })
    stops.push(() => end(notifications))
    return { environment: { ...display.environment, ...runtimeEnvironment(runtime) }, stop }
  } catch (error) {
    stop()
    throw error
  }
}

/**
 * For a program that runs in those places. A pointer, a clipboard and notifications are one to a desktop: what runs at
 * the same time needs one each.
 * @param {Place[]} places
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(places) {
  const own = places.map(({ environment }) =>
    Object.fromEntries(Object.entries(environment).filter(([name, value]) => process.env[name] !== value))
  )
  return places.length === 0
    ? process.env
    : { ...places[0]?.environment, LEADLINE_PLACES: JSON.stringify(own) }
}
