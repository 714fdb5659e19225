import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onPath } from '../../scripts/setup/libraries.mjs'
import { root } from '../../scripts/setup/paths.mjs'
import { endAll, npm, run } from '../../scripts/setup/run.mjs'
import { isRoot } from '../../scripts/setup/runtime.mjs'
import { runScript, say, SetupProblem } from '../../scripts/setup/say.mjs'
import { onInterrupt } from '../../scripts/setup/signals.mjs'

/**
 * Builds the packages in two fresh clones and compares them, then installs the .deb in a bare Debian, starts it as an
 * ordinary user with Chromium's sandbox, opens a link, upgrades and removes it. Needs root.
 */

const minute = 60_000
const user = 'trader'
const picture = process.argv.slice(2).find((arg) => arg.endsWith('.png'))

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { milliseconds?: number }} [options]
 */
async function runOrThrow(command, args, options = {}) {
  const { cwd, env, milliseconds = 10 * minute } = options
  const outcome = await run(command, args, {
    milliseconds,
    ...(cwd ? { cwd: String(cwd) } : {}),
    ...(env ? { env } : {})
  })
  if (outcome.code === 0) return outcome.output
  const output = (outcome.output + outcome.errors).trim().slice(-3000)
  throw new SetupProblem(`${command} ${args.join(' ')}\nended with ${outcome.code}:\n${output}`)
}

/** @param {unknown} holds @param {string} sentence */
function check(holds, sentence) {
  if (!holds) throw new SetupProblem(`Not true: ${sentence}`)
  say(`  true: ${sentence}`)
}

/**
 * The packages of a fresh clone, by name, with their hashes.
 * @param {string} clone
 * @param {string} commit
 */
async function build(clone, commit) {
  say(`Building in ${clone}`)
  await runOrThrow('git', ['clone', '--quiet', root, clone])
  await runOrThrow('git', ['checkout', '--quiet', '--detach', commit], { cwd: clone })
  const [command, args] = npm(['run', '--silent', 'package'])
  await runOrThrow(command, args, { cwd: clone, milliseconds: 20 * minute })
  const out = path.join(clone, 'dist')
  const files = fs.readdirSync(out).filter((file) => /\.(deb|rpm|zst)$/.test(file))
  const hashOf = (/** @type {string} */ file) =>
    createHash('sha256')
      .update(fs.readFileSync(path.join(out, file)))
      .digest('hex')
  return { out, sums: Object.fromEntries(files.map((file) => [file, hashOf(file)])) }
}

/** A container of its own, in which Chromium can make namespaces: what a mere chroot forbids. */
const enter = `
mount --make-rprivate /
mount --bind "$1" "$1"
mount --rbind /dev "$1/dev"
cd "$1"
mkdir -p .before
pivot_root . .before
mount -t proc proc /proc
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
umount -l /.before
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh -ec "$2"`

/** What an ordinary user does with it. Prints facts, one a line. */
const use = `
export HOME=/home/${user}
cd
Xvfb -displayfd 3 -screen 0 1400x900x24 3> display > /dev/null 2>&1 &
display=$!
until [ -s display ]; do sleep 0.2; done
export DISPLAY=:$(cat display)
leadline --shot=$HOME/shot.png --after=3 > shot.log 2>&1 &
app=$!
while kill -0 $app 2> /dev/null; do
  for process in $(pgrep -u ${user} -f -- --type=renderer); do
    awk '/^(Uid|NoNewPrivs|Seccomp):/ { printf "%s%s ", $1, $2 }' /proc/$process/status >> facts.txt 2> /dev/null || true
    echo >> facts.txt
  done
  sleep 0.3
done
wait $app && echo "picture saved"
grep -o 'Uid:.*Seccomp:2' facts.txt | sort | uniq -c | sort -rn | sed -n '1s/^ *[0-9]* */renderer /p'
leadline > app.log 2>&1 &
app=$!
until pgrep -f -- --type=renderer > /dev/null; do sleep 0.2; done
echo "links open with $(xdg-mime query default x-scheme-handler/leadline)"
xdg-open leadline://statements > open.log 2>&1
leadline --new-window > new.log 2>&1
saved=.config/Leadline/windows.json
for attempt in $(seq 60); do
  grep -q '"view": "statements"' $saved && [ $(grep -c '"view"' $saved) = 2 ] && echo 'two windows, Statements open' && break
  sleep 0.5
done
kill $app
wait $app || true
kill $display
`

await runScript(async () => {
  if (process.platform !== 'linux' || !isRoot()) throw new SetupProblem('This needs Linux, and root.')
  const missing = ['debootstrap', 'unshare', 'rpmbuild'].filter((program) => !onPath(program))
  if (missing.length > 0) throw new SetupProblem(`Missing: ${missing.join(', ')}.`)
  const stopListening = onInterrupt(endAll)
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-soak-package-'))
  try {
    const commit = (await runOrThrow('git', ['rev-parse', 'HEAD'])).trim()
    const one = await build(path.join(work, 'one'), commit)
    const other = await build(path.join(work, 'a-longer-name-for-the-other'), commit)
    for (const [file, sum] of Object.entries(one.sums))
      check(other.sums[file] === sum, `${file} is ${sum} twice`)

    const system = path.join(work, 'debian')
    say('A bare Debian')
    await runOrThrow('debootstrap', ['--variant=minbase', 'bookworm', system])
    const within = async (/** @type {string} */ script) =>
      await runOrThrow('unshare', [
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        '--ipc',
        '--uts',
        'sh',
        '-ec',
        enter,
        'sh',
        system,
        script
      ])
    fs.copyFileSync('/etc/resolv.conf', path.join(system, 'etc/resolv.conf'))
    const [deb = ''] = Object.keys(one.sums).filter((file) => file.endsWith('.deb'))
    fs.copyFileSync(path.join(one.out, deb), path.join(system, 'tmp/leadline_new.deb'))

    say('Installing')
    await within(
      `apt-get update -qq; apt-get install -y -qq --no-install-recommends xvfb xauth procps; ` +
        `apt-get install -y -qq --no-install-recommends /tmp/leadline_new.deb; useradd --create-home ${user}`
    )
    say('Using')
    const facts = await within(
      `exec setpriv --reuid ${user} --regid ${user} --clear-groups sh -c '${use.replaceAll("'", `'"'"'`)}'`
    )
    say(facts.trim().replace(/^/gm, '  '))
    check(facts.includes('picture saved'), 'the desk was shown')
    check(
      /renderer Uid:[1-9]\d* NoNewPrivs:1 Seccomp:2/.test(facts),
      'windows run in the sandbox of an ordinary user'
    )
    check(facts.includes('links open with leadline.desktop'), 'links belong to Leadline')
    check(
      facts.includes('two windows, Statements open'),
      'a link opened Statements, and a second window opened'
    )
    if (picture) fs.copyFileSync(path.join(system, `home/${user}/shot.png`), picture)

    say('Upgrading and removing')
    const data = path.join(system, `home/${user}/.config/Leadline`)
    const contents = () =>
      fs
        .readdirSync(data, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .sort()
        .map((file) => [file, fs.readFileSync(file, 'utf8')].join('\n'))
        .join('\n')
    const before = contents()
    check(before.includes('windows'), 'the user has data')
    await within(
      `mkdir /tmp/old; dpkg-deb -R /tmp/leadline_new.deb /tmp/old; sed -i 's/^Version: .*/Version: 0.0.9/' /tmp/old/DEBIAN/control; ` +
        `dpkg-deb -Zgzip -z1 --build /tmp/old /tmp/leadline_old.deb; apt-get install -y -qq --allow-downgrades /tmp/leadline_old.deb; ` +
        `apt-get install -y -qq /tmp/leadline_new.deb`
    )
    check(contents() === before, 'a downgrade and an upgrade change no file of the user')
    const said = await within('apt-get remove -y -qq leadline')
    check(said.includes('~/.config/Leadline'), 'removal says where the data is')
    check(contents() === before, 'removal keeps the data')
    check(!fs.existsSync(path.join(system, 'usr/bin/leadline')), 'the command is gone')
    return 0
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
    stopListening()
  }
})
