import path from 'node:path'
import { pinnedVersion } from '../setup/official-runtime.mjs'
import { readJson, root } from '../setup/paths.mjs'
import { pinned } from '../setup/registry-runtime.mjs'
import { run } from '../setup/run.mjs'
import { SetupProblem } from '../setup/say.mjs'
import { productionPackages } from './production.mjs'

/** @typedef {{ electron: string, chrome: string, node: string }} RuntimeVersions */

/**
 * @param {string} executable an Electron that still runs as Node
 * @returns {Promise<RuntimeVersions>}
 */
export async function runtimeVersions(executable) {
  const outcome = await run(executable, ['-p', 'JSON.stringify(process.versions)'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    milliseconds: 60_000
  })
  try {
    return JSON.parse(outcome.output)
  } catch {
    throw new SetupProblem(`${executable} did not report its versions: ${outcome.errors.trim()}`)
  }
}

/** @typedef {{ url: string, hashes: { alg: string, content: string }[] }} Distribution */

/**
 * The file that the runtime was unpacked from, with the hash that its download was checked against. Null for a runtime
 * that was given as a folder.
 * @param {'official' | 'registry' | 'given'} source
 * @returns {Distribution | null}
 */
export function distributionOf(source) {
  if (source === 'given') return null
  if (source === 'registry')
    return { url: `pkg:npm/${pinned.package.replace('@', '%40')}`, hashes: hashesOf(pinned.integrity) }
  const name = `electron-v${pinnedVersion()}-${process.platform}-${process.arch}.zip`
  const sums = /** @type {Record<string, string>} */ (
    readJson(path.join(root, 'node_modules/electron/checksums.json'))
  )
  const content = sums[name]
  if (!content) throw new SetupProblem(`Electron's own list of hashes lacks ${name}.`)
  const url = `https://github.com/electron/electron/releases/download/v${pinnedVersion()}/${name}`
  return { url, hashes: [{ alg: 'SHA-256', content }] }
}

/** @param {string | undefined} license */
const licencesOf = (license) => {
  if (!license) return [{ license: { name: 'see the licence file of the package' } }]
  return /[ (]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]
}

/** @param {{ name: string, version: string }} description */
const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** @param {string | undefined} integrity as in package-lock.json */
function hashesOf(integrity) {
  const [, content] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? []
  return content ? [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] : []
}

/**
 * The contents of a package, as CycloneDX 1.6. It has no time and no serial number, so that the same sources give the
 * same bytes.
 * @param {RuntimeVersions} versions
 * @param {Distribution | null} distribution of the runtime: Chromium and Node are parts of Electron's file
 */
export function sbomOf(versions, distribution) {
  const { packages: locked } =
    /** @type {{ packages: Record<string, { integrity?: string } | undefined> }} */ (
      readJson(path.join(root, 'package-lock.json'))
    )
  const [project, ...packages] = productionPackages(root)
  if (!project) throw new SetupProblem('package.json is missing.')
  const runtime = [
    {
      name: 'electron',
      version: versions.electron,
      license: 'MIT',
      purl: `pkg:npm/electron@${versions.electron}`
    },
    {
      name: 'chromium',
      version: versions.chrome,
      license: 'BSD-3-Clause',
      purl: `pkg:generic/chromium@${versions.chrome}`
    },
    { name: 'node', version: versions.node, license: 'MIT', purl: `pkg:generic/node@${versions.node}` }
  ]
  const [electron, ...within] = runtime.map(({ purl }) => purl)
  const addresses = new Map(packages.map(({ folder, description }) => [folder, purlOf(description)]))
  const self = purlOf(project.description)
  const dependsOn = (/** @type {string[]} */ folders) =>
    folders.flatMap((folder) => addresses.get(folder) ?? []).sort()
  const components = [
    ...packages.map(({ folder, description }) => ({
      type: 'library',
      'bom-ref': purlOf(description),
      name: description.name,
      version: description.version,
      hashes: hashesOf(locked[path.relative(root, folder).split(path.sep).join('/')]?.integrity),
      licenses: licencesOf(description.license),
      purl: purlOf(description)
    })),
    ...runtime.map(({ name, version, license, purl }) => ({
      type: 'framework',
      'bom-ref': purl,
      name,
      version,
      licenses: licencesOf(license),
      purl,
      ...(distribution && { externalReferences: [{ type: 'distribution', ...distribution }] })
    }))
  ]
  const dependencies = [
    { ref: self, dependsOn: [...dependsOn(project.dependencies), electron].sort() },
    ...packages.map(({ description, dependencies }) => ({
      ref: purlOf(description),
      dependsOn: dependsOn(dependencies)
    })),
    { ref: electron, dependsOn: within.sort() },
    ...within.map((ref) => ({ ref, dependsOn: [] }))
  ]
  // Two folders may have the same version of a package.
  const unique = (/** @type {{ ref: string | undefined, dependsOn: (string | undefined)[] }[]} */ all) => [
    ...new Map(all.map((each) => [each.ref, each])).values()
  ]
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name: project.description.name,
        version: project.description.version,
        licenses: licencesOf(project.description.license),
        purl: self
      }
    },
    components: [...new Map(components.map((each) => [each['bom-ref'], each])).values()].sort((one, other) =>
      one['bom-ref'] < other['bom-ref'] ? -1 : 1
    ),
    dependencies: unique(dependencies).sort((one, other) => (String(one.ref) < String(other.ref) ? -1 : 1))
  }
  return JSON.stringify(bom, null, 2) + '\n'
}
