import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { writeAppFolder } from './package/app-folder.mjs'
import { writers } from './package/archives.mjs'
import { writeLinuxTree } from './package/linux-tree.mjs'
import { addToRepository } from './package/repository.mjs'
import { parsePackageOptions, usage } from './package/options.mjs'
import { runtimeVersions, sbomOf } from './package/sbom.mjs'
import { callerFolder } from './setup/options.mjs'
import { readJson, root } from './setup/paths.mjs'
import { prepare } from './setup/prepare.mjs'
import { endAll, run } from './setup/run.mjs'
import { megabytes, progress, runScript, say, SetupProblem } from './setup/say.mjs'
import { onInterrupt } from './setup/signals.mjs'

/** What packages say of their time: that of the newest commit, so that the same sources give the same bytes. */
async function sourceDate() {
  const given = process.env['SOURCE_DATE_EPOCH']
  if (given && /^\d+$/.test(given)) return Number(given)
  const commit = await run('git', ['log', '-1', '--format=%ct'])
  return commit.code === 0 ? Number(commit.output.trim()) : 1_767_225_600
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
  const key = process.env['LEADLINE_SIGNING_KEY']
  if (options.repository && !key)
    throw new SetupProblem('Set LEADLINE_SIGNING_KEY to the armored private key that signs the repository.')
  const stopListening = onInterrupt(endAll)
  const runtime = await prepare({ force: options.force })
  const { version } = /** @type {{ version: string }} */ (readJson(path.join(root, 'package.json')))
  const name = `leadline-${version}${runtime.older ? '-test' : ''}-linux-${process.arch}`
  const app = path.join(options.out, name)
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-package-'))
  try {
    fs.rmSync(app, { recursive: true, force: true })
    const step = progress('App: writing')
    await writeAppFolder({ runtime: path.dirname(runtime.executable), folder: app, work })
    step.done(app)
    const tree = path.join(work, 'tree')
    const date = await sourceDate()
    const sbom = sbomOf(await runtimeVersions(runtime.executable))
    fs.writeFileSync(path.join(options.out, `${name}.cdx.json`), sbom)
    if (options.formats.length > 0) writeLinuxTree({ app, tree, version, date, sbom })
    const source = { name, version, app, tree, work, out: options.out, date, level: 9 }
    const sums = []
    for (const format of options.formats) {
      const packing = progress(`Package: ${format}`)
      const file = await writers[format](source).finally(() => packing.failed())
      const bytes = fs.readFileSync(file)
      const sum = createHash('sha256').update(bytes).digest('hex')
      sums.push(`${sum}  ${path.basename(file)}\n`)
      packing.done(`${file}, ${megabytes(bytes.length)}`)
    }
    const { repository } = options
    if (repository && key) {
      await addToRepository({ folder: repository, deb: path.join(options.out, `${name}.deb`), key, date })
      say(`Repository: ${repository}`)
    }
    if (sums.length > 0) fs.writeFileSync(path.join(options.out, 'SHA256SUMS'), sums.join(''))
    if (runtime.older)
      say(
        'These are test builds: their runtime is an older Electron, since the official one was not available.'
      )
    return 0
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
    stopListening()
  }
})
