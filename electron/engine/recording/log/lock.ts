import { randomUUID } from 'node:crypto'
import { open, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { fail, ProblemError } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { readPlainFile } from '../../base/files'

/** Of a lock from another computer, whose processes are unknown here; it is refreshed far more often. */
const abandonedAfter = 60_000
const maxBytes = 1024
const lockName = 'recorder.lock'

/** Locks of this process. */
const held = new Set<string>()

/** Only one process writes a log, and only one recorder in it. */
export class LogLock {
  private constructor(
    private readonly folder: string,
    private readonly content: string
  ) {}

  static async take(folder: string, now: () => number): Promise<LogLock> {
    const lock = new LogLock(folder, `${process.pid} ${hostname()} ${randomUUID()}\n`)
    for (;;) {
      if (await lock.#create()) return lock
      const owner = await lock.#owner(now())
      if (owner !== null) throw inUse(folder, owner)
      await rm(lock.#file, { force: true })
    }
  }

  /** Null while another process has it. */
  static async takeIfFree(folder: string, now: () => number): Promise<LogLock | null> {
    try {
      return await LogLock.take(folder, now)
    } catch (problem) {
      if (problem instanceof ProblemError && problem.problem.code === 'recording.in-use') return null
      throw problem
    }
  }

  /** Whether the log was not closed, by a recorder that runs or was killed. */
  static async isLeft(folder: string): Promise<boolean> {
    return (await stat(path.join(folder, lockName)).catch(() => null)) !== null
  }

  /** Throws if another process has it now. */
  async refresh(now: number): Promise<void> {
    if (!(await this.#isOurs())) throw inUse(this.folder, (await this.#owner(now)) ?? NaN)
    await utimes(this.#file, now / 1000, now / 1000)
  }

  async release(): Promise<void> {
    held.delete(this.content)
    if (await this.#isOurs()) await rm(this.#file, { force: true })
  }

  /** False if there is one. */
  async #create(): Promise<boolean> {
    let handle: FileHandle
    try {
      handle = await open(this.#file, 'wx', 0o600)
    } catch (problem) {
      if (isThere(problem)) return false
      throw problem
    }
    try {
      held.add(this.content)
      await handle.writeFile(this.content)
    } catch (problem) {
      held.delete(this.content)
      // An empty lock would seem to be of another process.
      await rm(this.#file, { force: true })
      throw problem
    } finally {
      await handle.close()
    }
    return true
  }

  get #file(): string {
    return path.join(this.folder, lockName)
  }

  async #isOurs(): Promise<boolean> {
    return (await this.#read()) === this.content
  }

  async #read(): Promise<string> {
    const bytes = await readPlainFile(this.#file, maxBytes).catch(() => null)
    return bytes?.toString('utf8') ?? ''
  }

  /** The process that writes the log, or null; NaN if the lock does not say which. */
  async #owner(now: number): Promise<number | null> {
    const content = await this.#read()
    const [pid = '', host] = content.split(/\s/)
    const owner = Number.parseInt(pid, 10)
    // A process that ran before may have had this number.
    const isOwned = () => (owner === process.pid ? held.has(content) : isRunning(owner))
    if (host === hostname()) return isOwned() ? owner : null
    const found = await stat(this.#file).catch(() => null)
    return found && Math.abs(now - found.mtimeMs) < abandonedAfter ? owner : null
  }
}

/** NaN if the process is unknown. */
const inUse = (folder: string, owner: number) =>
  fail('recording.in-use', recordingText.inUse(folder, Number.isNaN(owner) ? null : owner), {
    retryable: true
  })

const isThere = (problem: unknown) =>
  problem instanceof Error && 'code' in problem && problem.code === 'EEXIST'

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (problem) {
    // It belongs to another user.
    return problem instanceof Error && 'code' in problem && problem.code === 'EPERM'
  }
}
