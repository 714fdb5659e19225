import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startDisplay } from '../setup/display.mjs'
import { end, start } from '../setup/run.mjs'
import { runtimeEnvironment } from '../setup/runtime.mjs'
import { startBus, startKeyring } from './keyring.mjs'

/**
 * Where integration and end-to-end tests run. They find:
 *
 *   HOME, XDG_*                a throw-away home, removed afterwards
 *   GTK_THEME                  a light one
 *   DISPLAY                    Xvfb, 3840x2160, with openbox as window manager and dunst for notifications
 *   DBUS_SESSION_BUS_ADDRESS   a session bus of their own
 *   the Secret Service         gnome-keyring on that bus, its default collection unlocked
 *   LEADLINE_ELECTRON          the Electron executable
 *   LEADLINE_OLDER_RUNTIME     1 if that is the older one from the npm registry
 *   LEADLINE_DESKTOPS          where several run at once: the variables of each, as JSON; those of the first are set
 *
 * @typedef {{ environment: NodeJS.ProcessEnv, stop: () => void }} Desktop
 */

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
  return { home, environment: { ...base, GTK_THEME: 'Adwaita', HOME: home, ...folders } }
}

/**
 * @param {import('../setup/runtime.mjs').Runtime} runtime
 * @returns {Promise<Desktop>}
 */
export async function startDesktop(runtime) {
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
 * For a program that runs on those desktops, one for each of its workers: they share no pointer or clipboard.
 * @param {Desktop[]} desktops
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(desktops) {
  const own = desktops.map(({ environment }) =>
    Object.fromEntries(Object.entries(environment).filter(([name, value]) => process.env[name] !== value))
  )
  return desktops.length === 0
    ? process.env
    : { ...desktops[0]?.environment, LEADLINE_DESKTOPS: JSON.stringify(own) }
}
