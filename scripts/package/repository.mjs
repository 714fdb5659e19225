import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { run } from '../setup/run.mjs'
import { SetupProblem } from '../setup/say.mjs'

const suite = 'stable'
const pool = 'pool/main/l/leadline'
const index = 'main/binary-amd64'

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, input?: string }} [options]
 */
async function must(program, args, options = {}) {
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
  for (const name of fs.readdirSync(path.join(folder, pool)).sort()) {
    const file = `${pool}/${name}`
    const content = fs.readFileSync(path.join(folder, file))
    const fields = await must('dpkg-deb', ['--field', path.join(folder, file)])
    entries.push(
      `${fields.trimEnd()}\nFilename: ${file}\nSize: ${content.length}\nSHA256: ${hashOf('sha256', content)}\n`
    )
  }
  return Buffer.from(entries.join('\n'))
}

/**
 * @param {Record<string, Buffer>} files by their names in the suite
 * @param {number} date in seconds
 */
function releaseOf(files, date) {
  const line = (/** @type {[string, Buffer]} */ [name, content]) =>
    ` ${hashOf('sha256', content)} ${content.length} ${name}`
  return [
    'Origin: Leadline',
    'Label: Leadline',
    `Suite: ${suite}`,
    `Codename: ${suite}`,
    `Date: ${new Date(date * 1000).toUTCString()}`,
    'Architectures: amd64',
    'Components: main',
    'SHA256:',
    ...Object.entries(files).map(line),
    ''
  ].join('\n')
}

/**
 * Adds a .deb to a repository that apt verifies by the public key `leadline.asc` in it.
 * @param {{ folder: string, deb: string, key: string, date: number }} request `key` is an armored private key, `date` in seconds
 */
export async function addToRepository({ folder, deb, key, date }) {
  const version = (await must('dpkg-deb', ['--field', deb, 'Version'])).trim()
  const place = path.join(folder, pool, `leadline_${version}_amd64.deb`)
  fs.mkdirSync(path.dirname(place), { recursive: true })
  fs.copyFileSync(deb, place)
  const packages = await listing(folder)
  const files = {
    [`${index}/Packages`]: packages,
    [`${index}/Packages.gz`]: gzipSync(packages, { level: 9 })
  }
  const base = path.join(folder, 'dists', suite)
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(base, name)), { recursive: true })
    fs.writeFileSync(path.join(base, name), content)
  }
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-gpg-'))
  const env = { ...process.env, GNUPGHOME: home }
  const gpg = (/** @type {string[]} */ args, /** @type {string} */ input = '') =>
    must('gpg', ['--batch', '--quiet', '--no-tty', ...args], { env, input })
  try {
    await gpg(['--import'], key)
    const signed = await gpg(['--clearsign', '--digest-algo', 'SHA256'], releaseOf(files, date))
    fs.writeFileSync(path.join(base, 'InRelease'), signed)
    fs.writeFileSync(path.join(folder, 'leadline.asc'), await gpg(['--armor', '--export']))
  } finally {
    await run('gpgconf', ['--kill', 'all'], { env })
    fs.rmSync(home, { recursive: true, force: true })
  }
  return place
}
