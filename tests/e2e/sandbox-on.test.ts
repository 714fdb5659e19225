import {
  cp,
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink
} from 'node:fs/promises'
import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { project, runningAsRoot, runtime, startEnvironment } from './app'
import { expect } from './expect'
import { test } from './test'

const nobody = 65534
test.skip(process.platform !== 'linux', 'other systems have no /proc to look into')

let folder: string
let child: ChildProcess
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-user-'))
  await chmod(folder, 0o755)
})
test.afterAll(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await gone
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Copies to a readable path, with hard links if possible. */
async function mirror(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)]
    const facts = await lstat(source)
    if (facts.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (facts.isDirectory()) await mirror(source, target)
    else if ((facts.mode & 0o004) !== 0) await link(source, target).catch(() => cp(source, target))
    else {
      await cp(source, target)
      await chmod(target, facts.mode | 0o044)
    }
  }
}

/** The process status and command line. */
async function facts(id: string) {
  const [status, commandLine] = await Promise.all([
    readFile(`/proc/${id}/status`, 'utf8'),
    readFile(`/proc/${id}/cmdline`, 'utf8')
  ])
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]
  return {
    parent: field('PPid'),
    user: field('Uid'),
    seccomp: field('Seccomp'),
    noNewPrivileges: field('NoNewPrivs'),
    words: commandLine.split(/[\0 ]/)
  }
}

async function renderersOf(main: number) {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = new Map<string, Awaited<ReturnType<typeof facts>>>()
  for (const id of ids) {
    // The process may have ended.
    const found = await facts(id).catch(() => null)
    if (found) all.set(id, found)
  }
  const descends = (id: string | undefined): boolean =>
    id !== undefined && (id === String(main) || descends(all.get(id)?.parent))
  return [...all.entries()]
    .filter(([id, { words }]) => descends(id) && words.includes('--type=renderer'))
    .map(([, found]) => found)
}

test('enables the Chromium sandbox for ordinary users', async () => {
  const home = path.join(folder, 'home')
  await mkdir(home)
  let executable = runtime()
  let app = project
  if (runningAsRoot) {
    // Root's folders are not readable by the user.
    await mirror(path.dirname(runtime()), path.join(folder, 'runtime'))
    executable = path.join(folder, 'runtime', path.basename(runtime()))
    app = path.join(folder, 'app')
    await mirror(path.join(project, 'out'), path.join(app, 'out'))
    await mirror(path.join(project, 'node_modules/keytar'), path.join(app, 'node_modules/keytar'))
    await cp(path.join(project, 'package.json'), path.join(app, 'package.json'))
    await chown(home, nobody, nobody)
  }
  const { XAUTHORITY: _closed, ...environment } = startEnvironment({ HOME: home })
  child = spawn(executable, [app, `--user-data=${path.join(home, 'data')}`], {
    cwd: home,
    env: { ...environment, ...(await authority(home)) },
    ...(runningAsRoot && { uid: nobody, gid: nobody })
  })
  await expect
    .poll(async () => (await renderersOf(child.pid!)).length, { message: 'a renderer is running' })
    .toBeGreaterThan(0)
  // A permanent (1) seccomp filter (2) is the sandbox.
  await expect
    .poll(async () =>
      (await renderersOf(child.pid!)).map(({ seccomp, noNewPrivileges }) => ({ seccomp, noNewPrivileges }))
    )
    .toEqual([{ seccomp: '2', noNewPrivileges: '1' }])
  const [renderer] = await renderersOf(child.pid!)
  expect(renderer?.words).not.toContain('--no-sandbox')
  expect(renderer?.user).toBe(String(runningAsRoot ? nobody : process.getuid?.()))
})

/** Readable by the app's user. */
async function authority(home: string): Promise<Record<string, string>> {
  const key = process.env['XAUTHORITY']
  if (!key) return {}
  const own = path.join(home, '.Xauthority')
  await cp(key, own)
  if (runningAsRoot) await chown(own, nobody, nobody)
  return { XAUTHORITY: own }
}
