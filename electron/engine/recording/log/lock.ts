import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'

/** Refreshed far more often than this; process IDs mean nothing on another computer. */
const abandonedAfter = 60_000

/** Only one process writes a log. */
export class LogLock {
  private constructor(private readonly file: string) {}

  static async take(folder: string, now: () => number): Promise<LogLock> {
    const file = path.join(folder, 'recorder.lock')
    for (;;) {
      try {
        await writeFile(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
        return new LogLock(file)
      } catch (problem) {
        if (!isThere(problem)) throw problem
      }
      const owner = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
      const found = await stat(file).catch(() => null)
      const isFresh = found !== null && Math.abs(now() - found.mtimeMs) < abandonedAfter
      if (isFresh && owner !== process.pid && isRunning(owner)) {
        throw fail('recording.in-use', recordingText.inUse(folder, owner), { retryable: true })
      }
      await rm(file, { force: true })
    }
  }

  async refresh(now: number): Promise<void> {
    await utimes(this.file, now / 1000, now / 1000)
  }

  async release(): Promise<void> {
    await rm(this.file, { force: true })
  }
}

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
