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
import { expect } from '@playwright/test'
import { project, runningAsRoot, runtime, startEnvironment } from './app'
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

/** The same files under a path that everybody may enter; hard links where the file system allows. */
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

/** What the kernel says of a process: the fields of its status and its command line. */
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
    // A process may end while it is being looked at.
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
    // Root's own folders are closed to others, so the user gets a copy that everybody may read.
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
  // A filter of system calls (2) that can never be taken off again (1): that is the sandbox.
  await expect
    .poll(async () =>
      (await renderersOf(child.pid!)).map(({ seccomp, noNewPrivileges }) => ({ seccomp, noNewPrivileges }))
    )
    .toEqual([{ seccomp: '2', noNewPrivileges: '1' }])
  const [renderer] = await renderersOf(child.pid!)
  expect(renderer?.words).not.toContain('--no-sandbox')
  expect(renderer?.user).toBe(String(runningAsRoot ? nobody : process.getuid?.()))
})

/** The key to the display, readable for the user that the app runs as. */
async function authority(home: string): Promise<Record<string, string>> {
  const key = process.env['XAUTHORITY']
  if (!key) return {}
  const own = path.join(home, '.Xauthority')
  await cp(key, own)
  if (runningAsRoot) await chown(own, nobody, nobody)
  return { XAUTHORITY: own }
}
