import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const root = path.dirname(import.meta.dirname)
const output = path.join(root, 'out/sandbox')

/** Names, sizes and times of all that the command is made of. */
async function fingerprint() {
  const hash = createHash('sha256')
  const single = ['package-lock.json', 'scripts/sandbox.mjs']
  const rooms = ['electron/sandbox', 'electron/shared/domain', 'electron/shared/wire']
  const listed = await Promise.all(
    rooms.map(async (room) => {
      const entries = await readdir(path.join(root, room), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    })
  )
  for (const file of [...single, ...listed.flat()].sort()) {
    const { size, mtimeMs } = await stat(path.join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Built aside and moved into place, because two starts may build at once.
 * @param {string} folder
 */
async function build(folder) {
  process.stderr.write('Building the local sandbox.\n')
  const { build: bundle } = await import('vite')
  const aside = `${folder}.${process.pid}`
  await bundle({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: path.join(root, 'electron/sandbox/cli/index.ts'),
      target: 'node20.18',
      outDir: aside,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'cli.mjs' } }
    }
  })
  const old = (await readdir(output)).filter((name) => !name.includes('.') && name !== path.basename(folder))
  try {
    await rename(aside, folder)
  } catch {
    // Another start was quicker, with the same result.
    await rm(aside, { recursive: true, force: true })
  }
  await Promise.all(old.map((name) => rm(path.join(output, name), { recursive: true, force: true })))
}

await mkdir(output, { recursive: true })
const folder = path.join(output, await fingerprint())
const entry = path.join(folder, 'cli.mjs')
if (!existsSync(entry)) await build(folder)
const { main } = await import(pathToFileURL(entry).href)
await main(process.argv.slice(2))
