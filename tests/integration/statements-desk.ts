import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect } from 'vitest'
import { Archive, realDisk, type Disk, type Source } from '#engine/records/statements/index'
import { systemClock, type Clock } from '#engine/base/clock'
import { startSandbox, type RunningSandbox, type SandboxOptions } from '#sandbox/index'
import type { StatementsState } from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import { openArchiveLink } from './statements-link'
import { freshFolder } from './support/folder'

/** Retry delays are skipped; timeouts are not. */
export const impatientClock: Clock = {
  ...systemClock,
  later: (milliseconds, call) =>
    systemClock.later(milliseconds < 9000 ? milliseconds / 50 : milliseconds, call)
}

/** A back-off ends as soon as the delay before it. */
export const impatientServiceClock: Clock = {
  ...impatientClock,
  monotonic: () => systemClock.monotonic() * 50
}

export interface ArchiveDesk {
  readonly sandbox: RunningSandbox
  readonly archive: Archive
  readonly root: string
  readonly file: string
  /** Requested file URLs with their headers. */
  readonly asked: { readonly url: string; readonly headers: Headers }[]
  readonly hidden: string[]
  readonly states: StatementsState[]
  offline: boolean
  /** Opens another desk with the same settings, as after a restart. */
  again(): Promise<Archive>
  close(): Promise<void>
}

export interface DeskOptions {
  readonly sandbox?: SandboxOptions
  readonly disk?: Disk
  readonly maxBytes?: number
  readonly profileName?: string
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export async function openArchiveDesk(folder: string, options: DeskOptions = {}): Promise<ArchiveDesk> {
  const sandbox = await startSandbox({ rate: 1, addresses: 10, ...options.sandbox })
  const hidden: string[] = []
  const asked: ArchiveDesk['asked'] = []
  const states: StatementsState[] = []
  const link = openArchiveLink(sandbox.description, {
    clock: impatientServiceClock,
    keepOutOfLogs: (secret) => void hidden.push(secret)
  })
  const root = path.join(folder, 'statements')
  await mkdir(folder, { recursive: true })
  const opened: Archive[] = []
  const open = async () => {
    const archive = await Archive.open({
      file: path.join(folder, 'archive.json'),
      usualRoot: root,
      disk: options.disk ?? realDisk,
      clock: impatientClock,
      random: Math.random,
      ...(options.maxBytes !== undefined && { maxBytes: options.maxBytes }),
      fetch: (url, init) => {
        asked.push({ url, headers: new Headers(init.headers) })
        return (options.fetch ?? fetch)(url, init)
      },
      lock: { id: randomUUID(), host: 'here', pid: process.pid, alive },
      source: (): Source =>
        desk.offline
          ? { problem: fail('statements.no-link', 'There is no connection.').problem }
          : {
              owner: {
                environment: 'local',
                profile: { id: 'desk', name: options.profileName ?? 'Treasury desk' }
              },
              rest: link.rest
            },
      changed: ({ state }) => void states.push(state),
      warn: () => {}
    })
    await archive.start()
    opened.push(archive)
    return archive
  }
  const desk: ArchiveDesk = {
    sandbox,
    get archive() {
      return opened.at(-1)!
    },
    root,
    file: path.join(folder, 'archive.json'),
    asked,
    hidden,
    states,
    offline: false,
    async again() {
      await opened.at(-1)?.dispose()
      return open()
    },
    async close() {
      for (const archive of opened) await archive.dispose()
      link.close()
      await sandbox.close()
    }
  }
  await open()
  return desk
}

/** Opens desks in separate folders and closes them after each test. */
export function archiveDesks(): (options?: DeskOptions) => Promise<ArchiveDesk> {
  const opened: ArchiveDesk[] = []
  afterEach(async () => {
    for (const desk of opened.splice(0)) await desk.close()
  })
  return async (options) => {
    const desk = await openArchiveDesk(await freshFolder(), options)
    opened.push(desk)
    return desk
  }
}

export const filesBelow = async (root: string) =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()

export async function everyByte(root: string): Promise<string> {
  const parts = (await filesBelow(root)).map((name) => readFile(path.join(root, name), 'latin1'))
  return (await Promise.all(parts)).join('\n')
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

export async function fetchAll(desk: ArchiveDesk, ids: readonly string[]) {
  desk.archive.fetch(ids.join(' '))
  await desk.archive.fetched()
  return desk.archive.state()
}

/** Checks that complete statements have the bytes recorded in their sidecars. */
export async function expectWhole(desk: ArchiveDesk, statements: number) {
  const rows = desk.archive.view.rows({ profileId: null })
  expect(rows).toHaveLength(statements)
  for (const { key, files, state } of rows) {
    expect(state).toBe('unaltered')
    for (const { name, sha256, bytes } of files) {
      const content = await readFile(path.join(desk.archive.view.folder(key), name))
      expect(content.length).toBe(bytes)
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    }
  }
  // SHA256SUMS is written shortly after the last file.
  expect(
    (await filesBelow(desk.archive.state().folder)).filter((name) =>
      /(?<!SHA256SUMS)\.(part|tmp)$/.test(name)
    )
  ).toEqual([])
}
