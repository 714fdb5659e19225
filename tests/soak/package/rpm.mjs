import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { say } from '../../../scripts/setup/say.mjs'
import { check, runOrThrow } from './steps.mjs'

/**
 * Each file with what an installation decides: mode, owner, content.
 * @param {string} folder
 */
function treeOf(folder) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const { mode, uid, gid } = fs.lstatSync(file)
      const content = entry.isSymbolicLink()
        ? fs.readlinkSync(file)
        : createHash('sha256').update(fs.readFileSync(file)).digest('hex')
      return `${path.relative(folder, file)} ${mode.toString(8)} ${uid}:${gid} ${content}`
    })
    .sort()
}

/**
 * Installs the .rpm in an empty system of its own, and compares it with the .deb.
 * @param {{ rpm: string, deb: string }} packages
 * @param {string} work
 */
export async function checkRpm({ rpm, deb }, work) {
  say('The .rpm')
  const system = path.join(work, 'rpm-system')
  const unpacked = path.join(work, 'deb-tree')
  fs.mkdirSync(system)
  const database = path.join(system, 'var/lib/rpm')
  const ask = (/** @type {string[]} */ ...args) =>
    runOrThrow('rpm', ['--root', system, '--define', '_dbpath /var/lib/rpm', ...args])
  await ask('--initdb')
  await ask('--install', '--force-debian', '--nodeps', '--noscripts', '--ignoreos', rpm)
  check((await ask('--verify', '--nodeps', 'leadline')).trim() === '', 'rpm verifies every installed file')
  const listed = (await ask('--query', '--list', 'leadline')).trim().split('\n')
  fs.rmSync(database, { recursive: true })
  await runOrThrow('dpkg-deb', ['--extract', deb, unpacked])
  fs.rmSync(path.join(unpacked, 'usr/share/lintian'), { recursive: true })
  const [own, other] = [treeOf(system), treeOf(unpacked)]
  check(
    own.length > 30 && own.join('\n') === other.join('\n'),
    `the .rpm and the .deb install the same ${own.length} files`
  )
  check(
    own.every((line) => listed.includes(`/${line.split(' ')[0]}`)),
    'the package owns each of them'
  )
  for (const name of ['postin', 'postun']) {
    const script = path.join(work, name)
    fs.writeFileSync(
      script,
      await ask('--query', '--package', '--queryformat', `%{${name.toUpperCase()}}`, rpm)
    )
    check(fs.readFileSync(script, 'utf8').includes('apparmor'), `the .rpm has %${name}`)
    await runOrThrow('sh', ['-n', script])
  }
  return { removed: path.join(work, 'postun') }
}
