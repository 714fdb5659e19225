import fs from 'node:fs'
import path from 'node:path'
import { say } from '../../../scripts/setup/say.mjs'
import { runOrThrow } from './steps.mjs'

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

const user = 'trader'

/**
 * What an ordinary user does with it. Prints facts, one a line.
 * @param {number} windows that are open at its end
 */
const use = (windows) => `
export HOME=/home/${user}
cd
Xvfb -displayfd 3 -screen 0 1400x900x24 3> display > /dev/null 2>&1 &
display=$!
until [ -s display ]; do sleep 0.2; done
export DISPLAY=:$(cat display)
rm -f facts.txt
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
  grep -q '"view": "statements"' $saved && [ $(grep -c '"view"' $saved) = ${windows} ] && echo '${windows} windows, Statements open' && break
  sleep 0.5
done
kill $app
wait $app || true
kill $display
rm -f display
`

/** A bare Debian in a folder, with a user who has a data folder. */
export class Debian {
  /** @param {string} system */
  constructor(system) {
    this.system = system
    this.home = path.join(system, 'home', user)
    this.data = path.join(this.home, '.config/Leadline')
  }

  async make() {
    say('A bare Debian')
    await runOrThrow('debootstrap', ['--variant=minbase', 'bookworm', this.system])
    fs.copyFileSync('/etc/resolv.conf', path.join(this.system, 'etc/resolv.conf'))
    await this.within(
      `apt-get update -qq; apt-get install -y -qq --no-install-recommends xvfb xauth procps; useradd --create-home ${user}`
    )
  }

  /** @param {string} script */
  within(script) {
    const apart = ['--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts']
    return runOrThrow('unshare', [...apart, 'sh', '-ec', enter, 'sh', this.system, script])
  }

  /** @param {string} file a name in /tmp */
  install(file) {
    return this.within(`apt-get install -y -qq --no-install-recommends --allow-downgrades /tmp/${file}`)
  }

  /** @param {number} windows */
  async use(windows) {
    const script = use(windows).replaceAll("'", `'"'"'`)
    const facts = await this.within(
      `exec setpriv --reuid ${user} --regid ${user} --clear-groups sh -c '${script}'`
    )
    say(facts.trim().replace(/^/gm, '  '))
    return facts
  }

  /** The user's data by file, without what any start changes. */
  contents() {
    const files = fs
      .readdirSync(this.data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
    return new Map(files.map((file) => [path.relative(this.data, file), fs.readFileSync(file, 'utf8')]))
  }
}
