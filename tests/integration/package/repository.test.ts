import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToRepository } from '../../../scripts/package/repository.mjs'

const execute = promisify(execFile)
const day = 86_400
const newest = 1_700_000_000

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
  await mkdir(path.join(tree, 'DEBIAN'), { recursive: true, mode: 0o755 })
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
    await addToRepository({ folder: repository, deb, key, date: newest - (versions.length - index) * day })
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

test('is refused by apt if the list, the package or the key is another', async () => {
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
  await addToRepository({
    folder: other,
    deb: await packageOf('1.0.0'),
    key: await newKey('other'),
    date: newest
  })
  await expect((await aptFor(repository, path.join(other, 'leadline.asc')))(...update)).rejects.toThrow(
    /NO_PUBKEY|not signed|couldn't be verified/
  )
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
