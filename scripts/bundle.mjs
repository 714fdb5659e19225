import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'

const root = path.dirname(import.meta.dirname)
/** Another program may still load chunks of a build that is no longer the newest. */
const keptMilliseconds = 24 * 3600 * 1000
let builds = 0

/**
 * One of our TypeScript modules, bundled for plain Node: programs under `scripts` and `tests/soak` are not compiled
 * themselves. The result lies under its own hash, so that programs which start together share it or do not meet.
 * @param {string} entry the module, from the project's root
 * @param {string} name the folder of its results
 * @param {string[]} [external] packages that are loaded from where they are installed
 * @returns {Promise<string>} the path of the built module
 */
export async function bundle(entry, name, external = []) {
  const { build } = await import('vite')
  const home = path.join(root, 'out/tools', name)
  builds += 1
  const aside = path.join(home, `aside.${process.pid}.${builds}`)
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: path.resolve(root, entry),
        target: 'node20.18',
        outDir: aside,
        emptyOutDir: true,
        copyPublicDir: false,
        minify: false,
        rollupOptions: {
          external,
          output: { entryFileNames: 'index.mjs', chunkFileNames: '[name]-[hash].mjs' }
        }
      }
    })
    const folder = path.join(home, await hashOf(aside))
    await mkdir(home, { recursive: true })
    // Where it is there already, another start was quicker, with the same result.
    await rename(aside, folder).catch(async (error) => {
      if (!(await isFolder(folder))) throw error
    })
    await touch(folder)
    await prune(home, path.basename(folder))
    return path.join(folder, 'index.mjs')
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** @param {string} folder */
async function hashOf(folder) {
  const hash = createHash('sha256')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  for (const file of files.sort()) {
    hash.update(`${path.relative(folder, file)}\n`)
    hash.update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** @param {string} folder */
const isFolder = async (folder) => (await stat(folder).catch(() => null))?.isDirectory() === true

/** @param {string} folder */
async function touch(folder) {
  const now = new Date()
  await utimes(folder, now, now)
}

/**
 * @param {string} home
 * @param {string} newest
 */
async function prune(home, newest) {
  for (const name of await readdir(home)) {
    if (name === newest) continue
    const folder = path.join(home, name)
    const found = await stat(folder).catch(() => null)
    if (found && Date.now() - found.mtimeMs > keptMilliseconds)
      await rm(folder, { recursive: true, force: true })
  }
}
