import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { alone } from '../setup/lock.mjs'
import { run } from '../setup/run.mjs'
import { SetupProblem } from '../setup/say.mjs'

const suite = 'stable'
const pool = 'pool/main/l/leadline'
const index = 'main/binary-amd64'
/** Apt refuses an older index, so that updates cannot be withheld for longer. */
const validFor = 180 * 86_400_000

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, input?: string }} [options]
 */
async function runOrThrow(program, args, options = {}) {
  const outcome = await run(program, args, { ...options, milliseconds: 120_000 })
  if (outcome.code === 0) return outcome.output
  throw new SetupProblem(`${program} failed:\n${(outcome.output + outcome.errors).trim().slice(-2000)}`)
}

/** @param {string} algorithm @param {Buffer} content */
const hashOf = (algorithm, content) => createHash(algorithm).update(content).digest('hex')

/**
 * All packages of the pool, as apt lists them.
 * @param {string} folder
 */
async function listing(folder) {
  const entries = []
  for (const name of fs
    .readdirSync(path.join(folder, pool))
    .filter((each) => each.endsWith('.deb'))
    .sort()) {
    const file = `${pool}/${name}`
    const content = fs.readFileSync(path.join(folder, file))
    const fields = await runOrThrow('dpkg-deb', ['--field', path.join(folder, file)])
    entries.push(
      `${fields.trimEnd()}\nFilename: ${file}\nSize: ${content.length}\nSHA256: ${hashOf('sha256', content)}\n`
    )
  }
  return Buffer.from(entries.join('\n'))
}

/**
 * @param {Record<string, Buffer>} files by their names in the suite
 * @param {number} now
 */
function releaseOf(files, now) {
  const timeOf = (/** @type {number} */ at) => new Date(at).toUTCString()
  const line = (/** @type {[string, Buffer]} */ [name, content]) =>
    ` ${hashOf('sha256', content)} ${content.length} ${name}`
  return [
    'Origin: Leadline',
    'Label: Leadline',
    `Suite: ${suite}`,
    `Codename: ${suite}`,
    `Date: ${timeOf(now)}`,
    `Valid-Until: ${timeOf(now + validFor)}`,
    'Architectures: amd64',
    'Components: main',
    'SHA256:',
    ...Object.entries(files).map(line),
    ''
  ].join('\n')
}

/**
 * @param {string} text
 * @param {string} key
 * @param {string} home a folder for gpg
 */
async function sign(text, key, home) {
  fs.mkdirSync(home, { mode: 0o700 })
  const env = { ...process.env, GNUPGHOME: home }
  const gpg = (/** @type {string[]} */ args, /** @type {string} */ input = '') =>
    runOrThrow('gpg', ['--batch', '--quiet', '--no-tty', ...args], { env, input })
  try {
    await gpg(['--import'], key)
    const signed = await gpg(['--clearsign', '--digest-algo', 'SHA256'], text)
    return { signed, publicKey: await gpg(['--armor', '--export']) }
  } finally {
    await run('gpgconf', ['--kill', 'all'], { env })
    fs.rmSync(home, { recursive: true, force: true })
  }
}

/**
 * Replaced in one step, so that a reader never sees half a file.
 * @param {string} file
 * @param {string | Buffer} content
 */
function replace(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(`${file}.part`, content)
  fs.renameSync(`${file}.part`, file)
}

/**
 * Adds a .deb to a repository that apt verifies by the public key `leadline.asc` in it.
 * @param {{ folder: string, deb: string, key: string, work: string, now: number }} request `key` is an armored
 *   private key without a passphrase
 */
export async function addToRepository({ folder, deb, key, work, now }) {
  await alone('repository', () => add({ folder, deb, key, work, now }), path.join(folder, '.locks'))
}

/** @param {Parameters<typeof addToRepository>[0]} request */
async function add({ folder, deb, key, work, now }) {
  const version = (await runOrThrow('dpkg-deb', ['--field', deb, 'Version'])).trim()
  const place = path.join(folder, pool, `leadline_${version}_amd64.deb`)
  const content = fs.readFileSync(deb)
  if (fs.existsSync(place) && !fs.readFileSync(place).equals(content))
    throw new SetupProblem(`The repository already has another package of version ${version}.`)
  if (!fs.existsSync(place)) replace(place, content)
  const packages = await listing(folder)
  const files = {
    [`${index}/Packages`]: packages,
    [`${index}/Packages.gz`]: gzipSync(packages, { level: 9 })
  }
  const { signed, publicKey } = await sign(releaseOf(files, now), key, path.join(work, 'gpg'))
  const keyFile = path.join(folder, 'leadline.asc')
  if (fs.existsSync(keyFile) && fs.readFileSync(keyFile, 'utf8') !== publicKey)
    throw new SetupProblem('The repository is signed with another key.')
  replace(keyFile, publicKey)
  const base = path.join(folder, 'dists', suite)
  for (const [name, bytes] of Object.entries(files)) replace(path.join(base, name), bytes)
  replace(path.join(base, 'InRelease'), signed)
}
