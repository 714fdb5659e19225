import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { SetupProblem } from '../setup/say.mjs'
import { sectionOf } from './changelog.mjs'

export const usage = `Usage: npm run manifest -- --page URL [--files URL] [options] [INSTALLER …]

Writes the signed manifest that announces this version, with its changes from CHANGELOG.md.
LEADLINE_UPDATE_SIGNING_KEY is the Ed25519 private key (PEM) that signs it; LEADLINE_UPDATE_KEYS are the
public keys of the packages, one of which must be its own.

  --page URL      the page with the downloads
  --files URL     the folder of the installers: leadline-VERSION-win-x64.exe, leadline-VERSION-mac-arm64.dmg, …
  --days N        validity in days: 90 unless given
  --out FILE      write to FILE: dist/leadline.json unless given
  --help          show this text`

const systems = { win: 'win32', mac: 'darwin' }
const maxDays = 400
const day = 86_400_000

/**
 * @typedef {{ page: string, files: string, days: number, out: string, installers: string[] }} ManifestOptions
 * @param {string[]} args
 * @param {string} folder what relative paths are relative to
 * @param {string} usual where it goes without --out
 * @returns {ManifestOptions | 'help'}
 */
export function parseManifestOptions(args, folder, usual) {
  const { values, positionals } = parse(args)
  if (values.help === true) return 'help'
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1 || days > maxDays)
    throw new SetupProblem(`--days must be a whole number from 1 to ${maxDays}.`)
  return {
    page: webAddress('--page', values.page),
    files: positionals.length === 0 ? '' : `${webAddress('--files', values.files).replace(/\/*$/, '')}/`,
    days,
    out: values.out === undefined ? usual : path.resolve(folder, values.out),
    installers: positionals.map((file) => path.resolve(folder, file))
  }
}

/** @param {string[]} args */
function parse(args) {
  const text = /** @type {const} */ ({ type: 'string' })
  const options = {
    page: text,
    files: text,
    days: /** @type {const} */ ({ type: 'string', default: '90' }),
    out: text,
    help: /** @type {const} */ ({ type: 'boolean', short: 'h' })
  }
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (thrown) {
    throw new SetupProblem(`${thrown instanceof Error ? thrown.message : String(thrown)}\n\n${usage}`)
  }
}

/** @param {string} name @param {string | undefined} value */
function webAddress(name, value) {
  if (value !== undefined && URL.canParse(value) && new URL(value).protocol === 'https:') return value
  throw new SetupProblem(`${name} must be an https URL.`)
}

/**
 * The private key and its ID: the first 16 digits of the SHA-256 of the public key.
 * @param {string} pem
 * @param {string} known the public keys of the packages, separated by a comma
 */
export function readSigningKey(pem, known) {
  if (pem === '')
    throw new SetupProblem(
      'Set LEADLINE_UPDATE_SIGNING_KEY to the Ed25519 private key (PEM) that signs the manifest.'
    )
  let privateKey
  try {
    privateKey = createPrivateKey(pem)
  } catch {
    throw new SetupProblem('LEADLINE_UPDATE_SIGNING_KEY is not a private key in PEM form.')
  }
  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new SetupProblem('LEADLINE_UPDATE_SIGNING_KEY is not an Ed25519 key.')
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  if (!known.split(',').includes(der.toString('base64')))
    throw new SetupProblem(
      'LEADLINE_UPDATE_KEYS does not contain the public key of LEADLINE_UPDATE_SIGNING_KEY.'
    )
  return { privateKey, id: createHash('sha256').update(der).digest('hex').slice(0, 16) }
}

/** @param {string} file @param {string} version @param {string} folder */
function fileOf(file, version, folder) {
  const name = path.basename(file)
  const [, given, system, architecture] =
    /^leadline-(.+)-(win(?=.*exe$)|mac(?=.*dmg$))-(x64|arm64)\.(?:exe|dmg)$/.exec(name) ?? []
  if (given !== version || !system || !architecture)
    throw new SetupProblem(`${name} is not an installer of version ${version}.`)
  const content = fs.readFileSync(file)
  return {
    system: `${systems[/** @type {'win' | 'mac'} */ (system)]}-${architecture}`,
    url: folder + encodeURIComponent(name),
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex')
  }
}

/**
 * @typedef {{ url: string, keys: ReadonlyMap<string, import('node:crypto').KeyObject> }} UpdateSource
 * @typedef {(text: string, judging: { source: UpdateSource, seen: null, now: number }) => unknown} ReadManifest
 */

/**
 * The manifest as it is served, once the app's own reader has accepted it.
 * @param {ManifestOptions} options
 * @param {{ version: string, changelog: string, now: number, key: ReturnType<typeof readSigningKey>, read: ReadManifest }} source
 */
export function manifestOf({ page, files, days, installers }, { version, changelog, now, key, read }) {
  const notes = sectionOf(changelog, version)
  if (notes === null) throw new SetupProblem(`CHANGELOG.md has no section for version ${version}.`)
  const described = installers.map((file) => fileOf(file, version, files))
  const twice = described.find(
    ({ system }, at) => described.findIndex((other) => other.system === system) < at
  )
  if (twice) throw new SetupProblem(`There are two installers for ${twice.system}.`)
  const payload = Buffer.from(
    JSON.stringify({
      format: 1,
      product: 'leadline',
      version,
      released: new Date(now).toISOString(),
      expires: new Date(now + days * day).toISOString(),
      // Seconds, so that it grows without a record of the last one.
      sequence: Math.floor(now / 1000),
      page,
      notes,
      files: Object.fromEntries(described.map(({ system, ...file }) => [system, file]))
    })
  )
  const signature = sign(null, payload, key.privateKey).toString('base64')
  const text = `${JSON.stringify(
    { payload: payload.toString('base64'), signatures: [{ key: key.id, signature }] },
    null,
    2
  )}\n`
  const source = { url: page, keys: new Map([[key.id, createPublicKey(key.privateKey)]]) }
  try {
    read(text, { source, seen: null, now })
  } catch (thrown) {
    throw new SetupProblem(`Apps would refuse this manifest: ${reasonOf(thrown)}`)
  }
  return text
}

/** @param {unknown} thrown */
function reasonOf(thrown) {
  const { detail, sentence } =
    /** @type {{ problem?: { detail?: string, sentence: string } }} */ (thrown).problem ?? {}
  return detail ?? sentence ?? String(thrown)
}
