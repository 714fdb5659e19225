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
 * Whether what npm wrote down as installed holds everything that the lock file asks for.
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

function installedCount() {
  try {
    return fs
      .readdirSync(path.join(root, 'node_modules'))
      .flatMap((name) =>
        name.startsWith('@')
          ? fs.readdirSync(path.join(root, 'node_modules', name))
          : name.startsWith('.')
            ? []
            : name
      ).length
  } catch {
    return 0
  }
}

/** Installs what package-lock.json names, if it is not there yet. */
export async function ensureDependencies() {
  const lockFile = path.join(root, 'package-lock.json')
  const marker = path.join(root, 'node_modules/.leadline.json')
  const wanted = hash(fs.readFileSync(lockFile, 'utf8'))
  const there = () => /** @type {{ packages?: string } | undefined} */ (readJson(marker))?.packages === wanted
  if (there()) return say('Packages: installed')
  await alone(lockOfClone('packages'), async () => {
    if (there()) return say('Packages: installed')
    const lock = /** @type {LockFile | undefined} */ (readJson(lockFile))
    const found = /** @type {LockFile | undefined} */ (
      readJson(path.join(root, 'node_modules/.package-lock.json'))
    )
    if (installedAll(lock, found)) {
      say('Packages: installed')
    } else {
      // npm writes its own record last; without ours a broken-off install is always done again.
      fs.rmSync(marker, { force: true })
      const total = Object.keys(lock?.packages ?? {}).length - 1
      const step = progress(
        `Packages: installing ${total} of package-lock.json`,
        () => `${installedCount()} unpacked`
      )
      const outcome = await run(...npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']))
      if (outcome.code !== 0) {
        step.failed()
        throw new SetupProblem(reasonOfFailure(outcome.output + outcome.errors))
      }
      step.done('done')
    }
    writeJson(marker, { packages: wanted })
  })
}
