import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onPath } from './libraries.mjs'
import { end, start } from './run.mjs'
import { say, SetupProblem } from './say.mjs'

const size = '3840x2160x24'

/** @param {NodeJS.ProcessEnv} environment */
export const hasDisplay = (environment = process.env, platform = process.platform) =>
  platform !== 'linux' || Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY'])

/** @param {import('node:child_process').ChildProcess} server */
function displayNumber(server) {
  return new Promise((resolve, reject) => {
    let number = ''
    let errors = ''
    server.stderr?.setEncoding('utf8').on('data', (text) => (errors += text))
    server.stdio[3]?.on('data', (/** @type {Buffer} */ part) => {
      number += part.toString()
      if (number.endsWith('\n')) resolve(number.trim())
    })
    server.once('error', (error) => reject(new SetupProblem(`Xvfb could not be started: ${error.message}`)))
    server.once('exit', () => reject(new SetupProblem(`Xvfb ended at once. It said:\n${errors.trim()}`)))
  })
}

/**
 * The window manager writes a file once it manages the display.
 * @param {NodeJS.ProcessEnv} environment
 */
async function manageWindows(environment) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-openbox-'))
  const sign = path.join(folder, 'ready')
  const manager = start('openbox', ['--sm-disable', '--startup', `touch ${sign}`], {
    env: environment,
    stdio: 'ignore'
  })
  const limit = Date.now() + 15_000
  while (!fs.existsSync(sign) && manager.exitCode === null && Date.now() < limit) await pause(20)
  const ready = fs.existsSync(sign)
  fs.rmSync(folder, { recursive: true, force: true })
  if (!ready) {
    end(manager)
    throw new SetupProblem('The window manager openbox did not start on the display of Xvfb.')
  }
  return manager
}

/**
 * A display of our own: Xvfb with a window manager, where one is installed.
 * @returns {Promise<{ environment: NodeJS.ProcessEnv, stop: () => void }>}
 */
export async function startDisplay(base = process.env) {
  const args = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset']
  const server = start('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  const stop = [() => end(server)]
  try {
    /** @type {NodeJS.ProcessEnv} */
    const environment = { ...base, DISPLAY: `:${await displayNumber(server)}` }
    delete environment['WAYLAND_DISPLAY']
    if (onPath('openbox')) {
      const manager = await manageWindows(environment)
      stop.unshift(() => end(manager))
    }
    return { environment, stop: () => stop.forEach((one) => one()) }
  } catch (error) {
    for (const one of stop) one()
    throw error
  }
}

/** The caller's display, or one of our own if there is none. */
export async function ensureDisplay(base = process.env) {
  if (hasDisplay(base)) return { environment: base, stop: () => {} }
  const display = await startDisplay(base)
  say(`Display: there is none, running under Xvfb on ${display.environment['DISPLAY']}`)
  return display
}
