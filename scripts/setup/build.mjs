import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { alone, lockOfClone } from './lock.mjs'
import { readJson, root, writeJson } from './paths.mjs'
import { packaged, run } from './run.mjs'
import { progress, say, SetupProblem } from './say.mjs'

const sources = [
  'electron',
  'renderer',
  'resources',
  'electron.vite.config.ts',
  'svelte.config.js',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
  'CHANGELOG.md'
]

/**
 * A hash of all that the build reads: names and contents, in a fixed order.
 * @param {string} folder
 */
export function hashOfSources(folder = root) {
  const hash = createHash('sha256')
  for (const source of sources) {
    const place = path.join(folder, source)
    if (!fs.existsSync(place)) continue
    const files = fs.statSync(place).isDirectory()
      ? fs
          .readdirSync(place, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .sort()
      : [place]
    for (const file of files) {
      const content = fs.readFileSync(file)
      hash
        .update(`${path.relative(folder, file).split(path.sep).join('/')}\0${content.length}\0`)
        .update(content)
    }
  }
  return hash.digest('hex')
}

/** Builds the app, unless what was built came from these very sources. */
export async function ensureBuild() {
  await alone(lockOfClone('build'), async () => {
    const marker = path.join(root, 'out/build.json')
    const wanted = hashOfSources()
    const built = /** @type {{ sources?: string } | undefined} */ (readJson(marker))?.sources
    if (built === wanted) return say('Build: up to date')
    fs.rmSync(marker, { force: true })
    const step = progress('Build: the sources changed')
    const outcome = await run(process.execPath, [packaged('electron-vite/bin/electron-vite.js'), 'build'], {
      milliseconds: 10 * 60_000,
      env: { ...process.env, FORCE_COLOR: '0' }
    })
    if (outcome.code !== 0) {
      step.failed()
      throw new SetupProblem(
        `The app could not be built. electron-vite said:\n${outcome.output}${outcome.errors}`
      )
    }
    writeJson(marker, { sources: wanted })
    step.done('built')
  })
}
