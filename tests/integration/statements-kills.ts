import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#engine/base/clock'
import { realDisk } from '#engine/records/statements/disk/disk'
import { digestOf } from '#engine/records/statements/disk/files'
import { ArchiveStore } from '#engine/records/statements/store/store'
import { startSandbox } from '#sandbox/index'

export interface KillsResult {
  readonly kills: number
  readonly saved: number
  readonly statements: number
  readonly files: number
  /** Kills after which the next start had to finish or remove something. */
  readonly interrupted: number
  readonly faults: readonly string[]
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const debrisIn = async (root: string) =>
  (await readdir(root, { recursive: true })).filter((name) => /\.(part|tmp)$/.test(name))

/** A partial file may be complete before the kill, and a slow writer may be killed before its first statement. */
const maxAimed = 60

/** Kills a writing process repeatedly; each next start must find an intact archive. */
export async function runKills(options: {
  readonly writer: string
  readonly kills: number
  readonly longest?: number
  /** Continues with kills during a write until one leaves a partial file and a statement is complete. */
  readonly untilInterrupted?: boolean
  readonly say?: (text: string) => void
}): Promise<KillsResult> {
  const { writer, longest = 900, untilInterrupted = false, say = () => {} } = options
  let { kills } = options
  const sandbox = await startSandbox({ rate: 1, addresses: 10 })
  const root = await mkdtemp(path.join(tmpdir(), 'leadline-kills-'))
  const id = randomUUID()
  const saved = new Set<string>()
  const faults: string[] = []
  let interrupted = 0
  let files = 0
  let statements = 0
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      await writeUntilKilled(
        writer,
        [root, id, JSON.stringify(sandbox.description)],
        async () => {
          await pause(Math.random() * longest)
          if (untilInterrupted && interrupted === 0) await halfWritten(root)
        },
        (line) => {
          if (line.startsWith('saved ')) saved.add(line.slice(6))
          else if (line !== 'ready') faults.push(`kill ${kill}: ${line}`)
        }
      )
      if ((await debrisIn(root)).length > 0) interrupted += 1
      const store = new ArchiveStore(
        {
          disk: realDisk,
          clock: systemClock,
          random: Math.random,
          fetch: (address, init) => fetch(address, init),
          lock: { id: randomUUID(), host: hostname(), machine: 'machine-1', pid: process.pid, alive },
          changed: () => {},
          warn: () => {}
        },
        { root, id, expected: kill > 1 }
      )
      await store.open()
      const wrong = (text: string) => faults.push(`kill ${kill}: ${text}`)
      if (store.fault ?? store.readOnly) wrong((store.fault ?? store.readOnly)!.sentence)
      for (const name of await debrisIn(root)) wrong(`debris ${name}`)
      for (const place of [...store.index.unknown, ...store.index.unread]) wrong(`unknown ${place}`)
      const keys = new Set(store.index.statements.map(({ key }) => key))
      for (const key of saved) if (!keys.has(key)) wrong(`lost ${key}`)
      // A writer may be killed after saving but before reporting it.
      for (const key of keys) saved.add(key)
      const isMissing = untilInterrupted && (interrupted === 0 || keys.size === 0)
      if (kill === kills && isMissing && kills < options.kills + maxAimed) kills += 1
      statements = keys.size
      files = 0
      for (const { key, sidecar, faults: found } of store.index.statements) {
        for (const fault of found) wrong(`${key}/${fault.name} is ${fault.state}`)
        for (const { name, sha256 } of sidecar.files) {
          files += 1
          const digest = await digestOf(realDisk, path.join(store.folder(key), name))
          if (digest.sha256 !== sha256) wrong(`${key}/${name} does not verify`)
        }
      }
      await store.dispose()
      if (kill % 20 === 0) say(`${kill} of ${kills} kills: ${statements} statements, ${files} files verify`)
    }
    return { kills, saved: saved.size, statements, files, interrupted, faults }
  } finally {
    await sandbox.close()
    await rm(root, { recursive: true, force: true })
  }
}

/** Waits for a partial file, with a limit in case the writer has exited. */
async function halfWritten(root: string): Promise<void> {
  for (let look = 0; look < 2000; look += 1) {
    const debris = await debrisIn(root).catch(() => [])
    if (debris.some((name) => !name.includes('leadline-archive'))) return
  }
}

async function writeUntilKilled(
  writer: string,
  words: readonly string[],
  moment: () => Promise<void>,
  notify: (line: string) => void
): Promise<void> {
  const child = spawn(process.execPath, [writer, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'close')
  const lines = createInterface(child.stdout)
  const ready = once(lines, 'line')
  lines.on('line', notify)
  await Promise.race([ready, exit])
  await moment()
  child.kill('SIGKILL')
  await exit
}
