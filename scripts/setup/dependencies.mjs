import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { alone, lockOfClone } from './lock.mjs'
import { readJson, root, writeJson } from './paths.mjs'
import { npm, run } from './run.mjs'
import { progress, say, SetupProblem } from './say.mjs'

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean }> }} LockFile */

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text).digest('hex')

/**
 * Whether npm has recorded every package of the lock file as installed.
 * @param {LockFile | undefined} wanted
 * @param {LockFile | undefined} installed
 */
export function installedAll(wanted, installed) {
  if (!wanted?.packages || !installed?.packages) return false
  return Object.entries(wanted.packages).every(
    ([place, { version, optional }]) =>
      place === '' || optional || installed.packages?.[place]?.version === version
  )
}

/** @param {string} output what npm printed when it failed */
export function reasonOfFailure(output) {
  const network =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/
  const found = network.exec(output)
  if (found) {
    return (
      `The packages of package-lock.json are missing and the npm registry does not answer (${found[1]}). ` +
      'Connect to a network that reaches the registry of your npm settings, then start again.'
    )
  }
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('npm error'))
    .map((line) => line.slice('npm error'.length).trim())
    .filter(Boolean)
  return `npm could not install the packages of package-lock.json. It said:\n${lines.slice(0, 12).join('\n')}`
}

/** @param {string} folder */
function installedCount(folder) {
  try {
    return fs
      .readdirSync(folder)
      .flatMap((name) =>
        name.startsWith('@') ? fs.readdirSync(path.join(folder, name)) : name.startsWith('.') ? [] : name
      ).length
  } catch {
    return 0
  }
}

/**
 * Installs what package-lock.json names, if it is not there yet.
 * @param {{ folder?: string, label?: string }} options the package's folder, and what to call its packages
 */
export async function ensureDependencies({ folder = root, label = 'Packages' } = {}) {
  const lockFile = path.join(folder, 'package-lock.json')
  const packages = path.join(folder, 'node_modules')
  const marker = path.join(packages, '.leadline.json')
  const wanted = hash(fs.readFileSync(lockFile, 'utf8'))
  const there = () => /** @type {{ packages?: string } | undefined} */ (readJson(marker))?.packages === wanted
  if (there()) return say(`${label}: installed`)
  await alone(lockOfClone(label.toLowerCase()), async () => {
    if (there()) return say(`${label}: installed`)
    const lock = /** @type {LockFile | undefined} */ (readJson(lockFile))
    const found = /** @type {LockFile | undefined} */ (readJson(path.join(packages, '.package-lock.json')))
    if (installedAll(lock, found)) {
      say(`${label}: installed`)
    } else {
      // npm writes its own record last; without ours a broken-off install is always done again.
      fs.rmSync(marker, { force: true })
      const total = Object.keys(lock?.packages ?? {}).length - 1
      const step = progress(
        `${label}: installing ${total} of package-lock.json`,
        () => `${installedCount(packages)} unpacked`
      )
      const outcome = await run(...npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']), {
        cwd: folder
      })
      if (outcome.code !== 0) {
        step.failed()
        throw new SetupProblem(reasonOfFailure(outcome.output + outcome.errors))
      }
      step.done('done')
    }
    writeJson(marker, { packages: wanted })
  })
}
