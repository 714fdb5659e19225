import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToRepository } from '../../../scripts/package/repository.mjs'

const execute = promisify(execFile)
const day = 86_400_000

let folder: string
let key: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-repository-'))
  // Apt drops root's rights for downloads.
  await chmod(folder, 0o755)
  key = await newKey('release')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** An armored private key. */
async function newKey(name: string): Promise<string> {
  const home = await mkdtemp(path.join(folder, 'gpg-'))
  const env = { ...process.env, GNUPGHOME: home }
  const gpg = (...args: string[]) =>
    execute('gpg', ['--batch', '--quiet', '--no-tty', '--passphrase', '', ...args], { env })
  await gpg('--quick-generate-key', `${name} <${name}@localhost>`, 'ed25519', 'sign', 'never')
  const { stdout } = await gpg('--armor', '--export-secret-keys')
  await execute('gpgconf', ['--kill', 'all'], { env })
  return stdout
}

async function packageOf(version: string): Promise<string> {
  const tree = path.join(folder, `tree-${version}`)
  await mkdir(path.join(tree, 'DEBIAN'), { recursive: true })
  await chmod(path.join(tree, 'DEBIAN'), 0o755)
  await writeFile(path.join(tree, 'content'), version)
  await writeFile(
    path.join(tree, 'DEBIAN/control'),
    `Package: leadline\nVersion: ${version}\nArchitecture: amd64\nMaintainer: a <a@localhost>\nDescription: test\n`
  )
  const file = path.join(folder, `${version}.deb`)
  // The same bytes whenever it is built.
  const env = { ...process.env, SOURCE_DATE_EPOCH: '1600000000' }
  await execute('dpkg-deb', ['--root-owner-group', '--build', tree, file], { env })
  return file
}

let works = 0
async function add(repository: string, deb: string, signer: string, now = Date.now()) {
  const work = path.join(folder, `work-${++works}`)
  await mkdir(work)
  await addToRepository({ folder: repository, deb, key: signer, work, now })
}

let systems = 0

/** A system of its own that knows only this repository. */
async function aptFor(repository: string, keyFile = path.join(repository, 'leadline.asc')) {
  const system = path.join(folder, `system-${++systems}`)
  for (const name of ['state/lists/partial', 'cache/archives/partial', 'etc'])
    await mkdir(path.join(system, name), { recursive: true })
  await writeFile(path.join(system, 'status'), '')
  const list = path.join(system, 'etc/leadline.list')
  await writeFile(list, `deb [arch=amd64 signed-by=${keyFile}] file:${repository} stable main\n`)
  const options = {
    'Dir::Etc::sourcelist': list,
    'Dir::Etc::sourceparts': '-',
    'Dir::State': path.join(system, 'state'),
    'Dir::State::status': path.join(system, 'status'),
    'Dir::Cache': path.join(system, 'cache'),
    'APT::Architecture': 'amd64',
    'APT::Sandbox::User': '',
    'Acquire::Check-Date': 'true',
    'Acquire::Check-Valid-Until': 'true',
    'Acquire::Languages': 'none'
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  return async (...args: string[]) => {
    const { stdout } = await execute('apt-get', [...flags, '--quiet', ...args], {
      cwd: system,
      env: { ...process.env, LC_ALL: 'C' }
    })
    return { stdout, system }
  }
}

async function repositoryOf(name: string, versions: readonly string[]): Promise<string> {
  const repository = path.join(folder, name)
  for (const [index, version] of versions.entries()) {
    const deb = await packageOf(version)
    await add(repository, deb, key, Date.now() - (versions.length - index) * day)
  }
  return repository
}

test('gives apt the newest version, and the older ones on request', async () => {
  const repository = await repositoryOf('good', ['0.1.0', '0.2.0', '0.10.0'])
  const apt = await aptFor(repository)
  await apt('update', '-o', 'APT::Update::Error-Mode=any')
  const { system } = await apt('download', 'leadline')
  const file = path.join(system, 'leadline_0.10.0_amd64.deb')
  expect(await readFile(file)).toEqual(await readFile(path.join(folder, '0.10.0.deb')))
  await apt('download', 'leadline=0.1.0')
  expect(await readFile(path.join(system, 'leadline_0.1.0_amd64.deb'))).toEqual(
    await readFile(path.join(folder, '0.1.0.deb'))
  )
})

test('makes apt refuse a modified index, a modified package and an unknown key', async () => {
  const repository = await repositoryOf('altered', ['1.0.0'])
  const list = path.join(repository, 'dists/stable/main/binary-amd64/Packages')
  const before = await readFile(list)
  for (const name of [list, `${list}.gz`]) await appendFile(name, '\n')
  const update = ['update', '-o', 'APT::Update::Error-Mode=any']
  await expect((await aptFor(repository))(...update)).rejects.toThrow(/Hash Sum mismatch|unexpected size/)

  await repositoryOf('altered', ['1.0.0'])
  expect(await readFile(list)).toEqual(before)
  const apt = await aptFor(repository)
  await apt(...update)
  await appendFile(path.join(repository, 'pool/main/l/leadline/leadline_1.0.0_amd64.deb'), 'more')
  await expect(apt('download', 'leadline')).rejects.toThrow(/Hash Sum mismatch|unexpected size/)

  const other = path.join(folder, 'other')
  await add(other, await packageOf('1.0.0'), await newKey('other'))
  await expect((await aptFor(repository, path.join(other, 'leadline.asc')))(...update)).rejects.toThrow(
    /NO_PUBKEY|not signed|couldn't be verified/
  )
})

test('makes apt refuse an expired index', async () => {
  const repository = path.join(folder, 'expired')
  await add(repository, await packageOf('1.0.0'), key, Date.now() - 181 * day)
  const update = ['update', '-o', 'APT::Update::Error-Mode=any']
  await expect((await aptFor(repository))(...update)).rejects.toThrow(/expired/)
  await add(repository, await packageOf('1.0.0'), key)
  await (
    await aptFor(repository)
  )(...update)
})

test('changes nothing for another package of a version, another key or a failed signature', async () => {
  const repository = await repositoryOf('steady', ['1.0.0'])
  const deb = await packageOf('1.1.0')
  const tampered = path.join(folder, 'tampered.deb')
  await writeFile(tampered, await readFile(path.join(folder, '1.0.0.deb')))
  await execute('dpkg-deb', ['--raw-extract', tampered, path.join(folder, 'tampered')])
  await writeFile(path.join(folder, 'tampered/content'), 'other')
  await execute('dpkg-deb', ['--root-owner-group', '--build', path.join(folder, 'tampered'), tampered])
  await expect(add(repository, tampered, key)).rejects.toThrow('already has another package of version 1.0.0')
  await expect(add(repository, deb, await newKey('another'))).rejects.toThrow('signed with another key')
  await expect(add(repository, deb, 'no key')).rejects.toThrow(/gpg failed/)
  await (
    await aptFor(repository)
  )('update', '-o', 'APT::Update::Error-Mode=any')
})

test('gives the same lists for the same packages', async () => {
  const [one, other] = [
    await repositoryOf('one', ['1.0.0', '1.1.0']),
    await repositoryOf('two', ['1.0.0', '1.1.0'])
  ]
  for (const name of ['Packages', 'Packages.gz']) {
    const file = `dists/stable/main/binary-amd64/${name}`
    expect(await readFile(path.join(one, file))).toEqual(await readFile(path.join(other, file)))
  }
})
