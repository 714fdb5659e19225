import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { createUser } from '@nats-io/nkeys'
import keytar from 'keytar'
import { writeAppFolder } from '../../scripts/package/app-folder.mjs'
import { fuses } from '../../scripts/package/fuses.mjs'
import { writers } from '../../scripts/package/archives.mjs'
import { readAsar } from '../../scripts/package/asar.mjs'
import { writeLinuxTree } from '../../scripts/package/linux-tree.mjs'
import { runtimeVersions, sbomOf } from '../../scripts/package/sbom.mjs'
import { FeedSeat } from '#engine/feed/seat/seat'
import { connectFeed } from '#engine/feed/server/connect'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { startSandbox } from '#sandbox/index'
import type { Licence } from '#shared/contract/app/app'
import { clientId, clientSecret, serviceOf, startCollector } from '../integration/feed/collectors'
import { startNats } from '../integration/feed/nats-server'
import { project, runningAsRoot, runtime, startEnvironment } from './app'
import { expect } from './expect'
import { test } from './test'

interface Component {
  readonly type: string
  readonly name: string
  readonly version: string
}

const megabyte = 1024 * 1024
/** As the fuses' library writes it: the character 1. */
const enabled: number = 49
let work: string
/** As after installing. */
let installed: string
let app: string

const run = async (file: string, args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(file, args, { cwd: work, env: startEnvironment(env) })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

const appArguments = (name: string, ...args: string[]) => [
  ...(runningAsRoot ? ['--no-sandbox'] : []),
  `--user-data=${path.join(work, name)}`,
  ...args
]

const version = (args: readonly string[], env?: Record<string, string>) =>
  run(app, appArguments('version', ...args, '--version'), env)

const completions = ['leadline.bash', '_leadline', 'leadline.fish']

async function expectCompleted(help: string, names: readonly string[]) {
  const options = [...help.matchAll(/--[a-z-]+/g)].map(([name]) => name)
  expect(options.length).toBeGreaterThan(0)
  for (const name of names) {
    const text = (await readFile(path.join(project, 'resources/linux', name), 'utf8')).replaceAll('\\-', '-')
    for (const option of options)
      expect(text, name).toContain(name.endsWith('.fish') ? `-l ${option.slice(2)}` : option)
  }
}

test.beforeAll(async () => {
  test.setTimeout(180_000)
  work = await mkdtemp(path.join(tmpdir(), 'leadline-package-test-'))
  const folder = path.join(work, 'app')
  const tree = path.join(work, 'tree')
  await writeAppFolder({ runtime: path.dirname(runtime()), folder, work })
  const sbom = path.join(work, 'sbom.cdx.json')
  await writeFile(sbom, sbomOf(await runtimeVersions(runtime()), null))
  const about = { app: folder, tree, version: '0.1.0', date: 1_700_000_000, sbom }
  writeLinuxTree(about)
  const source = { ...about, name: 'leadline', work, out: work, level: 1 }
  const deb = await writers.deb(source)
  installed = path.join(work, 'installed')
  await mkdir(installed)
  expect(await run('dpkg-deb', ['--extract', deb, installed])).toMatchObject({ code: 0 })
  app = path.join(installed, 'usr/bin/leadline')
  await rm(folder, { recursive: true })
  await rm(tree, { recursive: true })
})
test.afterAll(() => rm(work, { recursive: true, force: true }))

test('contains only what runs, within its size budget', async () => {
  const place = path.join(installed, 'usr/lib/leadline')
  const files = await readdir(place, { recursive: true, withFileTypes: true })
  const names = files
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)))
  expect(names.filter((name) => name.startsWith('resources/')).sort()).toEqual([
    'resources/app.asar',
    'resources/app.asar.unpacked/node_modules/@duckdb/node-bindings-linux-x64/duckdb.node',
    'resources/app.asar.unpacked/node_modules/@duckdb/node-bindings-linux-x64/libduckdb.so',
    'resources/app.asar.unpacked/node_modules/keytar/prebuilds/linux-x64/keytar.node'
  ])
  expect(names.filter((name) => name.startsWith('locales'))).toEqual(['locales/en-US.pak'])
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(place, name))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(313 * megabyte)

  const archive = await readFile(path.join(place, 'resources/app.asar'))
  expect(archive.length).toBeLessThan(6.9 * megabyte)
  const packed = readAsar(archive).map(({ name }) => name)
  expect(packed.filter((name) => !/^out\/(main|preload|renderer)\//.test(name)).sort()).toEqual([
    'node_modules/@duckdb/node-bindings-linux-x64/duckdb.node',
    'node_modules/@duckdb/node-bindings-linux-x64/libduckdb.so',
    'node_modules/@duckdb/node-bindings-linux-x64/package.json',
    'node_modules/@duckdb/node-bindings/duckdb.js',
    'node_modules/@duckdb/node-bindings/package.json',
    'node_modules/keytar/lib/keytar.js',
    'node_modules/keytar/package.json',
    'node_modules/keytar/prebuilds/linux-x64/keytar.node',
    'out/licences.json',
    'package.json',
    'resources/icon.png'
  ])
  expect(archive.includes(project)).toBe(false)
  expect(archive.includes('sourceMappingURL')).toBe(false)
})

test('ships the licences of everything in it', async () => {
  const place = path.join(installed, 'usr/lib/leadline')
  const chromium = await readFile(path.join(place, 'LICENSES.chromium.html'), 'utf8')
  expect(chromium.length).toBeGreaterThan(1_000_000)
  for (const part of ['BoringSSL', 'FFmpeg', 'ICU', 'V8']) expect(chromium).toContain(part)
  expect(await readFile(path.join(place, 'LICENSE.electron.txt'), 'utf8')).toContain(
    'Permission is hereby granted'
  )
  expect(await readFile(path.join(installed, 'usr/share/doc/leadline/copyright'), 'utf8')).toContain('MIT')

  const listed = await readFile(path.join(project, 'out/licences.json'))
  expect((await readFile(path.join(place, 'resources/app.asar'))).includes(listed)).toBe(true)
  const licences = JSON.parse(listed.toString('utf8')) as readonly Licence[]
  for (const { name, licence, text } of licences)
    expect(`${licence} ${text}`.length, name).toBeGreaterThan(40)
  const sbom = await readFile(path.join(installed, 'usr/share/doc/leadline/sbom.cdx.json'), 'utf8')
  const { components } = JSON.parse(sbom) as { readonly components: readonly Component[] }
  const packages = components.filter(({ type }) => type === 'library')
  expect(packages.length).toBeGreaterThan(50)
  const named = licences.map(({ name, version }) => `${name}@${version}`)
  expect(named).toEqual(expect.arrayContaining(packages.map(({ name, version }) => `${name}@${version}`)))
  expect(new Set(named).size).toBe(named.length)
})

test('sets the same permissions on every machine', async () => {
  const place = path.join(installed, 'usr/lib/leadline')
  const modeOf = async (name: string) => (await stat(path.join(place, name))).mode & 0o7777
  expect(await modeOf('leadline')).toBe(0o755)
  expect(await modeOf('chrome-sandbox')).toBe(0o4755)
  expect(await modeOf('resources/app.asar')).toBe(0o644)
  expect((await stat(app)).mode & 0o7777).toBe(0o755)
})

test('starts, and shows the desk of the local sandbox', async () => {
  const picture = path.join(work, 'picture.png')
  expect((await run(app, appArguments('picture', `--shot=${picture}`))).code).toBe(0)
  expect((await stat(picture)).size).toBeGreaterThan(50_000)
})

test('prints version and options', async () => {
  const printed = await version([])
  expect(printed.code).toBe(0)
  expect(printed.output).toContain('Leadline 0.1.0\n')
  const { output } = await run(app, appArguments('print', '--help'))
  await expectCompleted(output, ['leadline.1', ...completions])
})

test('runs its commands without a display, a window or a folder of its own', async () => {
  const home = path.join(work, 'home')
  await mkdir(home)
  const headless = [
    '-u',
    'DISPLAY',
    '-u',
    'WAYLAND_DISPLAY',
    `HOME=${home}`,
    `XDG_CONFIG_HOME=${home}/.config`
  ]
  const command = (...args: string[]) => run('env', [...headless, app, ...args])
  for (const name of ['collect', 'desk', 'record']) {
    const { code, output } = await command(name, '--help')
    expect(code).toBe(0)
    expect(output).toMatch(new RegExp(`^Usage: leadline ${name} `))
    await expectCompleted(output, completions)
  }
  expect(await command('record', '--markets', 'BTCUSD')).toMatchObject({
    code: 2,
    output: '\n--environment or --connections is missing. Try --help.\n'
  })
  const unknown = [...(runningAsRoot ? ['--no-sandbox'] : []), 'colect', '--config', 'a']
  expect(await command(...unknown)).toMatchObject({
    code: 2,
    output: expect.stringContaining('There is no command “colect”. Try --help.\n')
  })

  const sandbox = await startSandbox({ clientId, clientSecret, rate: 100, addresses: 0 })
  const { base_url, auth_url, ws_url } = sandbox.description
  const made = await command(
    ...['desk', 'init', '--folder', 'desk', '--name', 'Trading desk', '--server', 'nats://127.0.0.1:4222'],
    ...['--market', 'BTCUSD', '--environment', 'local', '--client-id', clientId, '--rest-base', base_url],
    ...['--token-host', auth_url, '--stream', ws_url]
  )
  expect(made, made.output).toMatchObject({ code: 0 })
  expect(await readFile(path.join(work, 'desk/NEXT-STEPS.md'), 'utf8')).toContain('\n   leadline collect ')

  const key = createUser()
  const nkeySeed = Buffer.from(key.getSeed()).toString()
  const nats = await startNats(`authorization { users: [{ nkey: ${key.getPublicKey()} }] }`)
  await keytar.setPassword('Leadline', 'package-test', nkeySeed)
  const feed = { servers: [nats.url], nkey: { keychain: 'package-test' } }
  const collector = await startCollector(sandbox, feed, {}, ['env', ...headless, app, 'collect'])
  const seat = new FeedSeat({ subjects: feedSubjects(serviceOf(sandbox)), staleAfter: 10_000 })
  try {
    const { connection } = await connectFeed({
      servers: [nats.url],
      identity: { nkeySeed },
      name: 'seat'
    })
    seat.follow(connection)
    const stateOf = () => seat.markets.market('BTCUSD')?.state ?? collector.output.text
    await expect.poll(stateOf, { timeout: 30_000 }).toBe('live')
    const { pid } = collector.child
    expect(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('')
    collector.child.kill('SIGTERM')
    expect(await collector.exit, collector.output.text).toBe(0)
    expect(collector.output.text).toMatch(/\nStopped\.\n$/)
    await connection.close()
  } finally {
    seat.dispose()
    await collector.kill()
    await nats.stop()
    await sandbox.close()
    await keytar.deletePassword('Leadline', 'package-test')
  }
  expect(await readdir(home)).toEqual([])
})

test('sets every fuse for production', async () => {
  const wire = await getCurrentFuseWire(path.join(installed, 'usr/lib/leadline/leadline'))
  const set = Object.keys(fuses).map((name) => {
    const option = FuseV1Options[`${name[0]!.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options]
    return [name, wire[option] === enabled]
  })
  expect(Object.fromEntries(set)).toEqual(fuses)
})

test('does not run other code', async () => {
  const trace = path.join(work, 'evil.txt')
  const code = `require('node:fs').writeFileSync(${JSON.stringify(trace)}, 'ran')`
  const evil = path.join(work, 'evil.js')
  await writeFile(evil, code)
  const attempts = {
    asNode: await version([evil], { ELECTRON_RUN_AS_NODE: '1' }),
    options: await version([], { NODE_OPTIONS: `--require ${evil}` }),
    required: await version(['--require', evil])
  }
  for (const [attempt, { code: ended, output }] of Object.entries(attempts)) {
    expect(ended, attempt).toBe(0)
    expect(output, attempt).toContain('Leadline 0.1.0\n')
  }
  // Without its archive, the app is not looked for in a folder.
  const resources = path.join(installed, 'usr/lib/leadline/resources')
  await mkdir(path.join(resources, 'app'))
  await writeFile(path.join(resources, 'app/package.json'), '{ "main": "index.js" }')
  await writeFile(path.join(resources, 'app/index.js'), `${code}; process.exit(0)`)
  await rename(path.join(resources, 'app.asar'), path.join(work, 'app.asar'))
  expect((await version([])).code).not.toBe(0)
  await rename(path.join(work, 'app.asar'), path.join(resources, 'app.asar'))
  await expect(readFile(trace)).rejects.toThrow()
})

test('cannot be inspected', async () => {
  const { code, output } = await run(
    app,
    appArguments(
      'inspected',
      '--inspect=0',
      '--remote-debugging-port=0',
      `--marks=${path.join(work, 'marks.json')}`
    )
  )
  expect(code).toBe(0)
  expect(output).not.toMatch(/listening on/)
  const written = await readdir(path.join(work, 'inspected'))
  expect(written).not.toContain('DevToolsActivePort')
})
