import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { LogLock } from '../log/lock'
import { parquetFolderOf, partEnding } from './locations'

/** Only one process works on the Parquet files of a log. What a kill left is removed before and after. */
export async function withParquet(log: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = parquetFolderOf(log)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = await LogLock.take(folder, Date.now)
  try {
    await removeUnfinished(folder)
    await work(folder)
  } finally {
    await removeUnfinished(folder).catch(() => {})
    await lock.release()
  }
}

const unfinished = [partEnding, '.tmp']

async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  for (const name of names)
    if (unfinished.some((ending) => name.endsWith(ending))) await rm(path.join(folder, name), { force: true })
}
