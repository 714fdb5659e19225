import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { distributionOf, sbomOf } from '../../scripts/package/sbom.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const parse = <T>(name: string) => JSON.parse(read(name)) as T

interface Description {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}
interface Locked extends Description {
  readonly name?: string
  readonly version: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: true
  readonly hasInstallScript?: true
}

const wantedBy = ({ dependencies, devDependencies, optionalDependencies }: Description) => ({
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies
})

describe.each(['', 'scripts/package/electron-builder'])('the lock file in “%s”', (folder) => {
  const description = parse<Description>(path.join(folder, 'package.json'))
  const { packages, lockfileVersion } = parse<{
    lockfileVersion: number
    packages: Record<string, Locked>
  }>(path.join(folder, 'package-lock.json'))
  const locked = Object.entries(packages).filter(([place]) => place !== '')

  it('fixes the content of every package, and names no host', () => {
    expect(lockfileVersion).toBe(3)
    expect(locked.length).toBeGreaterThan(100)
    for (const [place, { integrity, resolved, link }] of locked) {
      expect(integrity, place).toMatch(/^sha512-[\w+/]{86}==$/)
      expect(resolved ?? link, place).toBe(undefined)
    }
  })

  it('has the exact versions that package.json names', () => {
    expect(wantedBy(packages['']!)).toEqual(wantedBy(description))
    for (const [name, wanted] of Object.entries(wantedBy(description))) {
      const { name: own = name, version } = packages[`node_modules/${name}`]!
      expect([version, `npm:${own}@${version}`], name).toContain(wanted)
    }
  })

  it('lets only known packages run a script when they are installed', () => {
    const running = locked.flatMap(([place, { hasInstallScript, name }]) =>
      hasInstallScript ? [name ?? place.split('node_modules/').at(-1)!] : []
    )
    const known = folder === '' ? Object.keys(description.allowScripts!) : ['electron-winstaller']
    expect(running).toEqual(known)
  })
})

const permitted =
  /^(MIT|ISC|Unlicense|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1|0BSD|BlueOak-1\.0\.0|CC0-1\.0|\(?MIT( OR | AND )\w[\w.-]*\)?)$/

it('ships only packages with permissive licences', () => {
  const { components } = JSON.parse(
    sbomOf({ electron: '1', chrome: '1', node: '1' }, distributionOf('given'))
  ) as {
    components: {
      name: string
      licenses: { license?: { id?: string; name?: string }; expression?: string }[]
    }[]
  }
  const others = components.flatMap(({ name, licenses: [first] }) => {
    const licence = first?.expression ?? first?.license?.id ?? ''
    return permitted.test(licence) ? [] : [name]
  })
  // Its licence file is MIT, and its package.json does not say so.
  expect(others).toEqual(['png-js'])
})

it('runs only actions at a fixed commit in workflows, without rights to write', () => {
  const folder = '.github/workflows'
  for (const name of readdirSync(path.join(root, folder))) {
    const text = read(path.join(folder, name))
    const used = [...text.matchAll(/uses: *(.*)/g)].map(([, action]) => action)
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    expect(text).toContain('permissions:\n  contents: read\n')
    expect(text).not.toMatch(/pull_request_target|npx --yes|: write/)
  }
})

it('gives every package of a release its update source', () => {
  const jobs = read('.github/workflows/packages.yml').split(/^ {2}(?=\w+:$)/m)
  const building = jobs.filter((job) => /npm run package|electron-builder\/cli\.js/.test(job))
  expect(building).toHaveLength(3)
  for (const job of building)
    for (const name of ['LEADLINE_UPDATE_URL', 'LEADLINE_UPDATE_KEYS'])
      expect(job).toContain(`          ${name}: \${{ vars.${name} }}\n`)
})
