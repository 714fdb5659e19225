import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashOfSources } from '../../../scripts/setup/build.mjs'
import { installedAll, reasonOfFailure } from '../../../scripts/setup/dependencies.mjs'
import { missingLibraries, packagesOf } from '../../../scripts/setup/libraries.mjs'
import { alone } from '../../../scripts/setup/lock.mjs'
import { newEnough } from '../../../scripts/setup/node-version.mjs'
import { tooEarly } from '../../../scripts/setup/official-runtime.mjs'
import { cacheFolder } from '../../../scripts/setup/paths.mjs'
import { shareRuntime } from '../../../scripts/setup/registry-runtime.mjs'
import { runtimeOrder } from '../../../scripts/setup/runtime.mjs'

let folder = ''
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'setup-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const write = (name: string, content: string) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  fs.writeFileSync(path.join(folder, name), content)
}

describe('the hash of the sources', () => {
  beforeEach(() => {
    write('electron/main/index.ts', 'one')
    write('package-lock.json', '{}')
  })

  it.each([
    ['electron/main/index.ts', 'two'],
    ['electron/main/new.ts', ''],
    ['renderer/a.svelte', 'a'],
    ['package-lock.json', '{ }'],
    ['electron.vite.config.ts', 'a']
  ])('changes with %s', (name, content) => {
    const before = hashOfSources(folder)
    write(name, content)
    expect(hashOfSources(folder)).not.toBe(before)
  })

  it('changes when content moves from one file to another', () => {
    write('electron/a.ts', 'xy')
    write('electron/b.ts', '')
    const before = hashOfSources(folder)
    write('electron/a.ts', 'x')
    write('electron/b.ts', 'y')
    expect(hashOfSources(folder)).not.toBe(before)
  })

  it.each(['README.md', 'tests/unit/a.test.ts', 'docs/a.md', 'out/main/index.js', 'node_modules/a/index.js'])(
    'does not change with %s',
    (name) => {
      const before = hashOfSources(folder)
      write(name, 'a')
      expect(hashOfSources(folder)).toBe(before)
    }
  )
})

describe('the runtime order', () => {
  it('uses only a given one', () => {
    expect(runtimeOrder({ given: '/e', platform: 'linux', architecture: 'x64' })).toEqual(['given'])
  })

  it('uses the registry only on Linux x64, last', () => {
    const order = (platform: string, architecture: string) =>
      runtimeOrder({ given: undefined, platform, architecture })
    expect(order('linux', 'x64')).toEqual(['official', 'registry'])
    expect(order('linux', 'arm64')).toEqual(['official'])
    expect(order('darwin', 'x64')).toEqual(['official'])
  })

  it('remembers a failure for a day', () => {
    const hour = 3_600_000
    expect(tooEarly(undefined, 0)).toBe(false)
    expect(tooEarly({ at: 0 }, 23 * hour)).toBe(true)
    expect(tooEarly({ at: 0 }, 24 * hour)).toBe(false)
    expect(tooEarly({ at: 9 * hour }, hour)).toBe(false)
  })
})

describe('missing libraries', () => {
  const text = `\tlinux-vdso.so.1 (0x00007ffd)
\tlibgtk-3.so.0 => not found
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
\tlibnssutil3.so => not found
\tlibnss3.so => not found
\tlibXss.so.1 => not found
\tlibsecret-1.so.0 => not found
\tlibodd.so.7 => not found
`

  it('are parsed from ldd', () => {
    expect(missingLibraries(text)).toHaveLength(6)
    expect(missingLibraries('\tstatically linked\n')).toEqual([])
  })

  it('are listed by package', () => {
    expect(packagesOf(missingLibraries(text))).toEqual({
      packages: ['libgtk-3-0', 'libnss3', 'libsecret-1-0', 'libxss1'],
      unknown: ['libodd.so.7']
    })
  })
})

describe('packages', () => {
  const wanted = {
    packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { optional: true } }
  }

  it('are complete when npm recorded all', () => {
    const having = (version: string) => ({ packages: { 'node_modules/a': { version } } })
    expect(installedAll(wanted, having('1.0.0'))).toBe(true)
    expect(installedAll(wanted, having('1.0.1'))).toBe(false)
    expect(installedAll(wanted, { packages: {} })).toBe(false)
    expect(installedAll(wanted, undefined)).toBe(false)
  })

  it('distinguishes a missing network', () => {
    expect(reasonOfFailure('npm error code ENOTFOUND\nnpm error network')).toMatch(/registry does not answer/)
    expect(reasonOfFailure('npm error code EUSAGE\nnpm error not in sync')).toMatch(/not in sync/)
  })
})

describe('concurrent starts', () => {
  it('run a step one after the other', async () => {
    let inside = 0
    let max = 0
    const work = async () => {
      max = Math.max(max, ++inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside--
    }
    await Promise.all([1, 2, 3].map(() => alone('step', work, folder)))
    expect(max).toBe(1)
  })

  it('take over a stale lock', async () => {
    write('step', '2147483646')
    await expect(alone('step', async () => 'done', folder)).resolves.toBe('done')
    expect(fs.readdirSync(folder)).toEqual([])
  })
})

describe('the environment', () => {
  it('requires Node 20.19', () => {
    expect(['v20.18.9', 'v18.20.0', 'v20.19.0', 'v22.0.0', 'v21.1.0'].map(newEnough)).toEqual([
      false,
      false,
      true,
      true,
      true
    ])
  })

  it('uses an absolute XDG cache', () => {
    expect(cacheFolder({ XDG_CACHE_HOME: '/x' }, '/home/a')).toBe(path.join('/x', 'leadline'))
    expect(cacheFolder({ XDG_CACHE_HOME: 'x' }, '/home/a')).toBe(path.join('/home/a', '.cache', 'leadline'))
  })

  it('can be shared by users', () => {
    write('runtime/electron', 'binary')
    write('runtime/resources/app/main.js', 'shim')
    const shared = shareRuntime(path.join(folder, 'runtime/electron'), path.join(folder, 'shared'))
    expect(fs.readFileSync(shared, 'utf8')).toBe('binary')
    expect(fs.readFileSync(path.join(folder, 'shared/resources/app/main.js'), 'utf8')).toBe('shim')
    expect(fs.statSync(path.join(folder, 'shared')).mode & 0o005).toBe(0o005)
  })
})
