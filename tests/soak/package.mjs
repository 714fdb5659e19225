import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onPath } from '../../scripts/setup/libraries.mjs'
import { root } from '../../scripts/setup/paths.mjs'
import { endAll } from '../../scripts/setup/run.mjs'
import { isRoot } from '../../scripts/setup/runtime.mjs'
import { runScript, say, SetupProblem } from '../../scripts/setup/say.mjs'
import { onInterrupt } from '../../scripts/setup/signals.mjs'
import { build, firstPackaged } from './package/builds.mjs'
import { Debian } from './package/debian.mjs'
import { checkRpm } from './package/rpm.mjs'
import { check, runOrThrow } from './package/steps.mjs'

/**
 * Builds the packages in two fresh clones and compares them, and a package of the first commit that made any. In a bare
 * Debian an ordinary user starts that one, upgrades, opens a link, downgrades and removes it. Needs root.
 */

const picture = process.argv.slice(2).find((arg) => arg.endsWith('.png'))

/**
 * Both had the same version: the older gets a lower one.
 * @param {string} deb
 * @param {string} file
 * @param {string} work
 */
async function withOlderVersion(deb, file, work) {
  const tree = path.join(work, 'older')
  await runOrThrow('dpkg-deb', ['--raw-extract', deb, tree])
  const control = path.join(tree, 'DEBIAN/control')
  const text = fs.readFileSync(control, 'utf8')
  fs.writeFileSync(control, text.replace(/^Version: .*$/m, 'Version: 0.0.9'))
  await runOrThrow('dpkg-deb', ['-Zgzip', '-z1', '--build', tree, file])
  fs.rmSync(tree, { recursive: true })
}

/** @param {string} facts @param {number} windows */
function checkUse(facts, windows) {
  check(facts.includes('picture saved'), 'the desk was shown')
  check(
    /renderer Uid:[1-9]\d* NoNewPrivs:1 Seccomp:2/.test(facts),
    'windows run in the sandbox of an ordinary user'
  )
  check(facts.includes('links open with leadline.desktop'), 'links belong to Leadline')
  check(
    facts.includes(`${windows} windows, Statements open`),
    'a link opened Statements, and one more window opened'
  )
}

/** @param {Debian} debian */
async function upgrade(debian) {
  say('The oldest package')
  await debian.install('older.deb')
  checkUse(await debian.use(2), 2)
  const before = debian.contents()
  check(before.size > 3, `the user has data: ${[...before.keys()].join(', ')}`)
  const isUnchanged = () => JSON.stringify([...debian.contents()]) === JSON.stringify([...before])

  say('Upgrading')
  await debian.install('newer.deb')
  check(isUnchanged(), 'the upgrade changes no file of the user')
  const kinds = await debian.within('cat /usr/share/mime/globs2')
  check(kinds.includes('x-leadline-workspace+json:*.leadline-workspace'), 'workspace files have their type')
  checkUse(await debian.use(3), 3)
  const after = debian.contents()
  check(
    [...before.keys()].every((file) => after.has(file)),
    'no file of the older version is gone'
  )
  const setAside = [...after.keys()].filter((file) => file.includes('.damaged-'))
  check(setAside.length === 0, 'the newer version understands all of them')
  if (picture) fs.copyFileSync(path.join(debian.home, 'shot.png'), picture)
}

/** @param {Debian} debian */
async function downgrade(debian) {
  say('Downgrading')
  /** @type {Record<string, object>} Files of a version that is newer still. */
  const newer = {
    'alerts.json': { version: 999, rules: 'in another form' },
    'settings.json': { version: 999, theme: 'light', another: true },
    'not-known-yet.json': { version: 1 }
  }
  for (const [name, content] of Object.entries(newer))
    fs.writeFileSync(path.join(debian.data, name), JSON.stringify(content))
  const { uid, gid } = fs.statSync(debian.data)
  for (const name of Object.keys(newer)) fs.chownSync(path.join(debian.data, name), uid, gid)
  const before = JSON.stringify([...debian.contents()])
  await debian.install('older.deb')
  check(JSON.stringify([...debian.contents()]) === before, 'the downgrade changes no file of the user')
  checkUse(await debian.use(4), 4)
  const after = debian.contents()
  for (const [name, content] of Object.entries(newer))
    check(after.get(name) === JSON.stringify(content), `the older version leaves a newer ${name} alone`)
  await debian.install('newer.deb')
}

/** @param {Debian} debian */
async function remove(debian) {
  say('Removing')
  const before = JSON.stringify([...debian.contents()])
  const said = await debian.within('apt-get remove -y -qq leadline')
  check(said.includes('~/.config/Leadline'), 'removal says where the data is')
  check(JSON.stringify([...debian.contents()]) === before, 'removal keeps the data')
  check(!fs.existsSync(path.join(debian.system, 'usr/bin/leadline')), 'the command is gone')
}

await runScript(async () => {
  if (process.platform !== 'linux' || !isRoot()) throw new SetupProblem('This needs Linux, and root.')
  const missing = ['debootstrap', 'unshare', 'rpm', 'rpmbuild'].filter((program) => !onPath(program))
  if (missing.length > 0) throw new SetupProblem(`Missing: ${missing.join(', ')}.`)
  const stopListening = onInterrupt(endAll)
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-soak-package-'))
  try {
    const commit = (await runOrThrow('git', ['rev-parse', 'HEAD'], { cwd: root })).trim()
    const older = await build(path.join(work, 'older-clone'), await firstPackaged(), ['--only', 'deb'])
    const one = await build(path.join(work, 'one'), commit)
    const other = await build(path.join(work, 'a-longer-name-for-the-other'), commit)
    for (const [file, sum] of Object.entries(one.sums))
      check(other.sums[file] === sum, `${file} is ${sum} twice`)
    const { removed } = await checkRpm(one, work)

    const debian = new Debian(path.join(work, 'debian'))
    await debian.make()
    fs.copyFileSync(one.deb, path.join(debian.system, 'tmp/newer.deb'))
    await withOlderVersion(older.deb, path.join(debian.system, 'tmp/older.deb'), work)
    await upgrade(debian)
    await downgrade(debian)
    await remove(debian)
    fs.copyFileSync(removed, path.join(debian.system, 'tmp/postun'))
    check((await debian.within('sh /tmp/postun 0')).includes('~/.config/Leadline'), 'the .rpm says it too')
    check((await debian.within('sh /tmp/postun 1')) === '', 'but not when it is upgraded')
    return 0
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
    stopListening()
  }
})
