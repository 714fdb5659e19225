import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { writeAppFolder } from './package/app-folder.mjs'
import { writers } from './package/archives.mjs'
import { packageVersion, writeLinuxTree } from './package/linux-tree.mjs'
import { addToRepository } from './package/repository.mjs'
import { parsePackageOptions, usage } from './package/options.mjs'
import { distributionOf, runtimeVersions, sbomOf } from './package/sbom.mjs'
import { updateSource } from './package/update-source.mjs'
import { callerFolder } from './setup/options.mjs'
import { readJson, root } from './setup/paths.mjs'
import { prepare } from './setup/prepare.mjs'
import { endAll, run } from './setup/run.mjs'
import { megabytes, progress, runScript, say, SetupProblem } from './setup/say.mjs'
import { onInterrupt } from './setup/signals.mjs'

/** The time of all files in packages: the newest commit's, so that the same sources give the same bytes. */
async function sourceDate() {
  const given = process.env['SOURCE_DATE_EPOCH']
  if (given && /^\d+$/.test(given)) return Number(given)
  const commit = await run('git', ['log', '-1', '--format=%ct'])
  return commit.code === 0 ? Number(commit.output.trim()) : 1_767_225_600
}

/** The key that signs the repository; no program that runs from here on sees it. */
function takeKey() {
  const key = process.env['LEADLINE_SIGNING_KEY'] ?? ''
  delete process.env['LEADLINE_SIGNING_KEY']
  return key
}

/** @param {string} file */
const sumOf = (file) =>
  `${createHash('sha256').update(fs.readFileSync(file)).digest('hex')}  ${path.basename(file)}\n`

/**
 * @param {import('./package/options.mjs').PackageOptions} options
 * @param {{ key: string, work: string }} request
 */
async function writePackages({ formats, out, repository, force }, { key, work }) {
  const runtime = await prepare({ force })
  const isGiven = process.env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined
  const isTest = runtime.older || isGiven
  if (isTest && repository)
    throw new SetupProblem(
      'A test build is not added to a repository: its runtime is not the official Electron.'
    )
  const description = /** @type {{ version: string }} */ (readJson(path.join(root, 'package.json')))
  const version = packageVersion(description.version, isTest)
  const name = `leadline-${description.version}${isTest ? '-test' : ''}-linux-${process.arch}`
  const app = path.join(out, name)
  const sums = path.join(out, 'SHA256SUMS')
  for (const old of [app, sums]) fs.rmSync(old, { recursive: true, force: true })
  const step = progress('App: writing')
  await writeAppFolder({ runtime: path.dirname(runtime.executable), folder: app, work })
  const sbom = path.join(out, `${name}.cdx.json`)
  const distribution = distributionOf(isGiven ? 'given' : runtime.older ? 'registry' : 'official')
  fs.writeFileSync(sbom, sbomOf(await runtimeVersions(runtime.executable), distribution))
  step.done(app)
  const tree = path.join(work, 'tree')
  const date = await sourceDate()
  const source = { name, version, app, tree, work, out, date, sbom, level: 9 }
  if (formats.length > 0) writeLinuxTree(source)
  const files = [sbom]
  for (const format of formats) {
    const packing = progress(`Package: ${format}`)
    const file = await writers[format](source).finally(() => packing.failed())
    packing.done(`${file}, ${megabytes(fs.statSync(file).size)}`)
    files.push(file)
  }
  fs.writeFileSync(sums, files.map(sumOf).join(''))
  if (repository) {
    await addToRepository({
      folder: repository,
      deb: path.join(out, `${name}.deb`),
      key,
      work,
      now: Date.now()
    })
    say(`Repository: ${repository}`)
  }
  if (isTest) say('These are test builds, since their runtime is not the official Electron.')
}

await runScript(async () => {
  const options = parsePackageOptions(process.argv.slice(2), callerFolder(), path.join(root, 'dist'))
  if (options.kind === 'help') {
    say(usage)
    return 0
  }
  if (options.kind === 'wrong') {
    process.stderr.write(`${options.sentence}\n\n${usage}\n`)
    return 2
  }
  if (process.platform !== 'linux')
    throw new SetupProblem(
      'Packages for Windows and macOS are built with electron-builder: see docs/release.md.'
    )
  if (process.arch !== 'x64')
    throw new SetupProblem(`There are no packages for ${process.arch} yet, only for x64.`)
  const key = takeKey()
  if (options.repository && !key)
    throw new SetupProblem('Set LEADLINE_SIGNING_KEY to the armored private key that signs the repository.')
  if (updateSource(process.env) === null) say('Updates: these packages have no update source')
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-package-'))
  const clean = () => fs.rmSync(work, { recursive: true, force: true })
  const stopListening = onInterrupt(() => {
    endAll()
    clean()
  })
  try {
    await writePackages(options, { key, work })
    return 0
  } finally {
    clean()
    stopListening()
  }
})
