import fs from 'node:fs'
import path from 'node:path'
import { readJson } from '../setup/paths.mjs'

/**
 * @typedef {{
 *   name: string
 *   version: string
 *   license?: string
 *   dependencies?: Record<string, string>
 *   optionalDependencies?: Record<string, string>
 * }} Description a package.json
 * @typedef {{ folder: string, description: Description, dependencies: string[] }} Package `dependencies`: folders
 */

/**
 * Where Node finds a package that `from` asks for.
 * @param {string} name
 * @param {string} from
 */
function folderOf(name, from) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', name)
    if (fs.existsSync(path.join(found, 'package.json'))) return found
    if (folder === path.dirname(folder)) return null
  }
}

/** @param {string} folder */
export const readDescription = (folder) =>
  /** @type {Description} */ (readJson(path.join(folder, 'package.json')))

/**
 * The project and all packages that ship with it, found by walking the production dependencies.
 * @param {string} root
 * @returns {Package[]} the project first
 */
export function productionPackages(root) {
  /** @type {Map<string, Package>} */
  const found = new Map()
  const visit = (/** @type {string} */ folder) => {
    if (found.has(folder)) return
    const description = readDescription(folder)
    const wanted = { ...description.dependencies, ...description.optionalDependencies }
    const dependencies = Object.keys(wanted).flatMap((name) => folderOf(name, folder) ?? [])
    found.set(folder, { folder, description, dependencies })
    dependencies.forEach(visit)
  }
  visit(root)
  return [...found.values()]
}
