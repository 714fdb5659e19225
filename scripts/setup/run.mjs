import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './paths.mjs'

/** @typedef {{ code: number, signal: NodeJS.Signals | null, output: string, errors: string, late: boolean }} Outcome */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Ends a child and everything that it started. Each child leads a process group of its own.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export function end(child, signal = 'SIGTERM') {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch {
    // It has already exited.
  }
}

/** @param {NodeJS.Signals} [signal] */
export function endAll(signal = 'SIGTERM') {
  for (const child of running) end(child, signal)
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...options
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/**
 * Runs a program to its end. With a time limit, its whole process group is ended when the limit is over.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, show?: boolean, milliseconds?: number, input?: string }} options
 * @returns {Promise<Outcome>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const stdio = options.show ? 'inherit' : 'pipe'
    const child = start(command, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', stdio, stdio]
    })
    let output = ''
    let errors = ''
    let late = false
    child.stdout?.setEncoding('utf8').on('data', (text) => (output += text))
    child.stderr?.setEncoding('utf8').on('data', (text) => (errors += text))
    child.stdin?.on('error', () => {})
    if (options.input !== undefined) child.stdin?.end(options.input)
    const timer =
      options.milliseconds &&
      setTimeout(() => {
        late = true
        end(child, 'SIGKILL')
      }, options.milliseconds)
    child.once('error', (error) => {
      clearTimeout(timer || undefined)
      resolve({ code: 127, signal: null, output, errors: errors + error.message, late })
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer || undefined)
      resolve({ code: code ?? 1, signal, output, errors, late })
    })
  })
}

/**
 * npm as the caller has it: the same version and the same settings.
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function npm(args) {
  const script = process.env['npm_execpath']
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, [script, ...args]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args]
}

/**
 * A program of a package, run by this very Node.
 * @param {string} file below node_modules
 */
export const packaged = (file) => path.join(root, 'node_modules', file)
