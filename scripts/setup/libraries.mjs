import fs from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'
import { run } from './run.mjs'
import { isRoot } from './runtime.mjs'
import { progress, say, SetupProblem } from './say.mjs'

/** Debian's package for each library that Electron or keytar loads. */
const packageOfLibrary = [
  [
    /^lib(gtk|gdk)-3|^libcups|^libpango|^libcairo|^libX(?!ss)|^libxkbcommon|^libxcb|^libg(lib|object|io)/,
    'libgtk-3-0'
  ],
  [/^lib(nss|nssutil|smime|nspr|plc|plds)/, 'libnss3'],
  [/^libasound/, 'libasound2'],
  [/^libgbm/, 'libgbm1'],
  [/^libat(k|spi)/, 'libatk-bridge2.0-0'],
  [/^libXss/, 'libxss1'],
  [/^libdrm/, 'libdrm2'],
  [/^libdbus/, 'dbus'],
  [/^libsecret/, 'libsecret-1-0']
]

/** Debian's package for each program that a display or the tests need. */
export const packageOfProgram = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  'dbus-run-session': 'dbus',
  'dbus-send': 'dbus',
  'dbus-launch': 'dbus-x11',
  'gnome-keyring-daemon': 'gnome-keyring',
  dunst: 'dunst',
  xclip: 'xclip',
  gpg: 'gnupg',
  unzip: 'unzip',
  openssl: 'openssl',
  python3: 'python3',
  'nats-server': 'nats-server'
}

/** @typedef {keyof typeof packageOfProgram} Program */

/**
 * @param {string} text what ldd printed
 * @returns {string[]}
 */
export function missingLibraries(text) {
  return [...text.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? '')
}

/**
 * @param {string[]} libraries
 * @returns {{ packages: string[], unknown: string[] }}
 */
export function packagesOf(libraries) {
  const packages = new Set()
  const unknown = []
  for (const library of libraries) {
    const found = packageOfLibrary.find(([pattern]) => /** @type {RegExp} */ (pattern).test(library))
    if (found) packages.add(String(found[1]))
    else unknown.push(library)
  }
  return { packages: [...packages].sort(), unknown }
}

/** @param {string} program */
export function onPath(program, searched = process.env['PATH'] ?? '') {
  return searched.split(path.delimiter).some((folder) => folder && fs.existsSync(path.join(folder, program)))
}

function keytarFile() {
  const folder = path.join(root, 'node_modules/keytar')
  const built = path.join(folder, 'build/Release/keytar.node')
  if (fs.existsSync(built)) return built
  const prebuilt = path.join(folder, `prebuilds/${process.platform}-${process.arch}`)
  const name = fs.existsSync(prebuilt) && fs.readdirSync(prebuilt).find((file) => file.endsWith('.node'))
  return name ? path.join(prebuilt, name) : undefined
}

/**
 * @param {string} executable
 * @param {Program[]} programs
 */
async function findMissing(executable, programs) {
  const files = [executable, keytarFile()].filter((file) => file !== undefined)
  const environment = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: path.dirname(executable) }
  const texts = await Promise.all(files.map((file) => run('ldd', [file], { env: environment })))
  const { packages, unknown } = packagesOf(texts.flatMap((text) => missingLibraries(text.output)))
  // Debian has servers in a folder that is not searched for everybody.
  const searched = [process.env['PATH'], '/usr/sbin'].join(path.delimiter)
  const absent = programs.filter((program) => !onPath(program, searched))
  return {
    packages: [...new Set([...packages, ...absent.map((name) => packageOfProgram[name])])].sort(),
    unknown
  }
}

/**
 * Newer releases gave some libraries another name; the one that this system knows counts.
 * @param {string[]} packages
 */
async function namesHere(packages) {
  return await Promise.all(
    packages.map(async (name) => {
      if (!name.startsWith('lib')) return name
      const known = await run('apt-cache', ['show', '--no-all-versions', `${name}t64`])
      return known.code === 0 ? `${name}t64` : name
    })
  )
}

/** @param {string[]} packages */
async function installPackages(packages) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const step = progress(`System packages: installing ${packages.join(' ')}`)
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends']]) {
    step.update(args[0] === 'update' ? 'reading the package lists' : 'installing')
    const names = args[0] === 'install' ? await namesHere(packages) : []
    const outcome = await run('apt-get', ['--quiet', ...args, ...names], { env: environment })
    if (outcome.code !== 0) {
      step.failed()
      throw new SetupProblem(
        `The system packages ${packages.join(', ')} are missing and apt-get could not install them. It said:\n` +
          (outcome.output + outcome.errors).trim().slice(-2_000)
      )
    }
  }
  step.done('done')
}

/**
 * @param {string} executable
 * @param {Program[]} programs
 */
export async function ensureLibraries(executable, programs) {
  if (process.platform !== 'linux') return
  const { packages, unknown } = await findMissing(executable, programs)
  if (packages.length === 0 && unknown.length === 0) return say('System libraries: present')
  const debian = onPath('apt-get') && fs.existsSync('/etc/debian_version')
  if (unknown.length > 0 || !debian) {
    const names = [...unknown, ...packages].join(', ')
    throw new SetupProblem(`The system lacks ${names}. Install what provides it, then start again.`)
  }
  if (!isRoot()) {
    const names = await namesHere(packages)
    throw new SetupProblem(
      'System packages are missing. Install them with this command, then start again:\n\n' +
        `  sudo apt-get update && sudo apt-get install --no-install-recommends ${names.join(' ')}`
    )
  }
  await installPackages(packages)
  const after = await findMissing(executable, programs)
  if (after.packages.length + after.unknown.length > 0) {
    throw new SetupProblem(`The system still lacks ${[...after.packages, ...after.unknown].join(', ')}.`)
  }
}
