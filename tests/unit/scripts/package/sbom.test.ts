import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { pinned } from '../../../../scripts/setup/registry-runtime.mjs'
import { distributionOf, sbomOf } from '../../../../scripts/package/sbom.mjs'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly unknown[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly externalReferences?: readonly unknown[]
}
interface Bom {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const root = path.resolve(import.meta.dirname, '../../../..')
const versions = { electron: '33.2.1', chrome: '130.0.6723.137', node: '20.18.1' }
const distribution = distributionOf('registry')
const text = sbomOf(versions, distribution)
const { metadata, components, dependencies } = JSON.parse(text) as Bom

const read = <T>(name: string) => JSON.parse(readFileSync(path.join(root, name), 'utf8')) as T

it('lists the runtime and every package that the lock file marks for production', () => {
  const { packages } = read<{
    packages: Record<
      string,
      { name?: string; version: string; dev?: true; devOptional?: true; optional?: true }
    >
  }>('package-lock.json')
  const shipped = Object.entries(packages)
    .filter(([place, { dev, devOptional, optional }]) => place !== '' && !(dev ?? devOptional ?? optional))
    .map(([place, { name, version }]) => `${name ?? place.split('node_modules/').at(-1)!}@${version}`)
  const listed = components.map(({ name, version }) => `${name}@${version}`)
  expect(listed).toEqual(expect.arrayContaining(shipped))
  expect(listed).toEqual(
    expect.arrayContaining(['electron@33.2.1', 'chromium@130.0.6723.137', 'node@20.18.1'])
  )
})

it('has a licence for each component, and the lock file’s hash for each package', () => {
  for (const { name, licenses, hashes, purl } of components) {
    expect(licenses, name).toHaveLength(1)
    if (!hashes) continue
    expect(purl).toMatch(/^pkg:npm\//)
    expect(hashes, name).toEqual([
      { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as string }
    ])
  }
})

it('names the file of the runtime, with the hash that was checked', () => {
  const { url, hashes } = distribution!
  expect(url).toBe('pkg:npm/%40cypress-bin/binary-linux-x64@14.5.4')
  const sum = Buffer.from(hashes[0]!.content, 'hex').toString('base64')
  expect(`sha512-${sum}`).toBe(pinned.integrity)
  const runtime = components.filter(({ externalReferences }) => externalReferences)
  expect(runtime.map(({ name }) => name).sort()).toEqual(['chromium', 'electron', 'node'])
  for (const { externalReferences } of runtime)
    expect(externalReferences).toEqual([{ type: 'distribution', url, hashes }])

  const official = distributionOf('official')!
  const file = official.url.split('/').at(-1)!
  expect(read<Record<string, string>>('node_modules/electron/checksums.json')[file]).toBe(
    official.hashes[0]!.content
  )
  expect(distributionOf('given')).toBe(null)
})

it('names every component once, with dependencies among them', () => {
  const known = [metadata.component, ...components].map((component) => component['bom-ref'])
  expect(new Set(known).size).toBe(known.length)
  expect(dependencies.map(({ ref }) => ref).sort()).toEqual(known.toSorted())
  for (const { dependsOn } of dependencies) expect(known).toEqual(expect.arrayContaining([...dependsOn]))
  // Everything is there because the app needs it.
  const reached = new Set<string>()
  const visit = (ref: string) => {
    if (reached.has(ref)) return
    reached.add(ref)
    dependencies.find((one) => one.ref === ref)!.dependsOn.forEach(visit)
  }
  visit(metadata.component['bom-ref'])
  expect(reached.size).toBe(known.length)
})

it('gives the same bytes, without a time or a path', () => {
  expect(sbomOf(versions, distribution)).toBe(text)
  expect(text).not.toContain(root)
  expect(text).not.toMatch(/timestamp|serialNumber/)
})
