import fs from 'node:fs'
import path from 'node:path'
import { readJson, root } from '../setup/paths.mjs'
import { updateSource } from './update-source.mjs'

/** @typedef {import('./asar.mjs').Entry} Entry */

/** The files that the built app reads. */
export const built = ['out/main', 'out/preload', 'out/renderer', 'out/licences.json', 'resources/icon.png']

/** These packages are not bundled: they have native libraries, which the system loads from plain files. */
export const keytar = 'node_modules/keytar'
export const keytarFiles = ['package.json', 'lib/keytar.js']
const library = 'keytar.node'
/** Its package for a system has the libraries. */
export const duckdb = 'node_modules/@duckdb/node-bindings'
export const duckdbFiles = ['package.json', 'duckdb.js']

/** @param {string} name */
function filesBelow(name) {
  const place = path.join(root, name)
  if (fs.statSync(place).isFile()) return [name]
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
}

/**
 * The app's metadata for Electron.
 * @param {Record<string, unknown>} description the project's package.json
 */
export const packageOf = ({ name, productName, version, description, license, author, type, main }) => ({
  name,
  productName,
  version,
  description,
  license,
  author,
  type,
  main,
  desktopName: 'leadline.desktop'
})

/**
 * The files of the app itself. `work` receives the generated package.json.
 * @param {{ work: string, platform: string, architecture: string }} target
 * @returns {Entry[]}
 */
export function appEntries({ work, platform, architecture }) {
  const description = path.join(work, 'package.json')
  const project = /** @type {Record<string, unknown>} */ (readJson(path.join(root, 'package.json')))
  const updates = updateSource(process.env)
  fs.writeFileSync(
    description,
    JSON.stringify({ ...packageOf(project), ...(updates && { updates }) }, null, 2) + '\n'
  )
  const bindings = `${duckdb}-${platform}-${architecture}`
  const duckdbLibraries = fs
    .readdirSync(path.join(root, bindings))
    .filter((name) => /\.(node|so|dylib|dll)$/.test(name))
  const native = `prebuilds/${platform}-${architecture}/${library}`
  return [
    { name: 'package.json', source: description },
    ...built.flatMap(filesBelow).map((name) => ({ name, source: path.join(root, name) })),
    ...keytarFiles.map((name) => ({ name: `${keytar}/${name}`, source: path.join(root, keytar, name) })),
    { name: `${keytar}/${native}`, source: path.join(root, keytar, native), unpacked: true },
    ...duckdbFiles.map((name) => ({ name: `${duckdb}/${name}`, source: path.join(root, duckdb, name) })),
    { name: `${bindings}/package.json`, source: path.join(root, bindings, 'package.json') },
    ...duckdbLibraries.map((name) => ({
      name: `${bindings}/${name}`,
      source: path.join(root, bindings, name),
      unpacked: true
    }))
  ]
}
