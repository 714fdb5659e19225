import { checkNodeVersion } from './node-version.mjs'
import { ensureBuild } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { hasDisplay } from './display.mjs'
import { ensureLibraries } from './libraries.mjs'
import { ensureRuntime } from './runtime.mjs'

/** @type {import('./libraries.mjs').Program[]} */
export const testPrograms = [
  'Xvfb',
  'openbox',
  'dbus-run-session',
  'dbus-send',
  'gnome-keyring-daemon',
  'dunst',
  'xclip',
  'gpg',
  'unzip',
  'openssl',
  'python3',
  'nats-server'
]

/**
 * Everything that the app needs before it can run, in order.
 * @param {{ force?: boolean, programs?: import('./libraries.mjs').Program[], build?: boolean }} options
 */
export async function prepare({ force = false, programs = [], build = true } = {}) {
  checkNodeVersion()
  await ensureDependencies()
  const runtime = await ensureRuntime({ force })
  const needed = hasDisplay() || programs.includes('Xvfb') ? programs : ['Xvfb', ...programs]
  await ensureLibraries(runtime.executable, /** @type {import('./libraries.mjs').Program[]} */ (needed))
  if (build) await ensureBuild()
  return runtime
}
