import { execFile, spawn } from 'node:child_process'
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { ElectronApplication } from '@playwright/test'
import { program, startArguments, startEnvironment } from '../e2e/app'

const run = promisify(execFile)

/** False if mounting is not allowed. */
export const mountSmallDisk = (folder: string, megabytes: number) =>
  mounted('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder)

const mounted = (...args: string[]) =>
  run('mount', args).then(
    () => true,
    () => false
  )
export const unmount = (folder: string) => run('umount', ['-l', folder])

/** Keeps the disk full, because the app frees space as well: it removes temporary files and cuts torn ends off. */
export function fillDisk(folder: string): { fill: () => Promise<void>; makeRoom: () => Promise<void> } {
  const file = path.join(folder, 'filler')
  return {
    async fill() {
      for (let left = 1; left > 0;) {
        const { bavail, bsize } = await statfs(folder)
        left = bavail * bsize
        if (left > 0) await writeFile(file, Buffer.alloc(left), { flag: 'a' }).catch(() => undefined)
      }
    },
    makeRoom: () => rm(file)
  }
}

/** Returns the function that unmounts. */
export async function mountReadOnly(folder: string): Promise<() => Promise<unknown>> {
  await run('mount', ['--bind', folder, folder])
  await run('mount', ['-o', 'remount,bind,ro', folder])
  return () => unmount(folder)
}

/** Files with open modes; Chromium's files are protected by their folder. */
export async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const own = entries.filter((entry) => entry.isFile() && /\.(json|jsonl|log|txt|csv)$/.test(entry.name))
  const names = [folder, ...own.map(({ parentPath, name }) => path.join(parentPath, name))]
  const modes = await Promise.all(names.map(async (name) => ((await stat(name)).mode & 0o777).toString(8)))
  return names.map((name, index) => `${name} ${modes[index]}`).filter((line) => !line.endsWith('00'))
}

/** 0 if there is none. */
export const pidOf = (app: ElectronApplication, kind: ChildKind): Promise<number> =>
  app.evaluate(({ app: running, BrowserWindow }, wanted) => {
    if (wanted === 'renderer') return BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0
    const all = running.getAppMetrics()
    const found = all.find(
      ({ type, serviceName, name }) => type === wanted || serviceName === wanted || name === wanted
    )
    return found?.pid ?? 0
  }, kind)

export const childKinds = {
  GPU: 'GPU',
  network: 'network.mojom.NetworkService',
  renderer: 'renderer'
} as const
type ChildKind = (typeof childKinds)[keyof typeof childKinds]

/** Resolves with its output. */
export async function startAgain(userData: string, args: readonly string[]): Promise<string> {
  const second = spawn(program(), startArguments(userData, args), {
    env: startEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe']
  })
  let said = ''
  second.stderr.on('data', (part: Buffer) => (said += part.toString()))
  return new Promise((done) => second.once('close', (code) => done(`${code} ${said}`)))
}
