import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { candleFileStart } from './candle-file'

const damaged = '.json.damaged-'

interface Found {
  readonly file: string
  readonly bytes: number
  readonly changed: number
}

/** Removes the oldest candle files beyond the limit, except files in use or not written by Leadline. */
export async function keepRoom(
  folder: string,
  max: number,
  isInUse: (name: string) => boolean
): Promise<void> {
  const found = await filesIn(folder)
  let total = found.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { file, bytes } of found.sort((a, b) => a.changed - b.changed)) {
    if (total <= max) return
    const name = path.basename(file)
    if (isInUse(name) || !(await isOurs(file, name))) continue
    await rm(file, { force: true })
    total -= bytes
  }
}

async function filesIn(folder: string): Promise<Found[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const facts = await stat(file).catch(() => null)
      return facts?.isFile() ? [{ file, bytes: facts.size, changed: facts.mtimeMs }] : []
    })
  )
  return found.flat()
}

async function isOurs(file: string, name: string): Promise<boolean> {
  if (name.includes(damaged)) return true
  if (!name.endsWith('.json')) return false
  const start = Buffer.alloc(candleFileStart.length)
  const handle = await open(file).catch(() => null)
  if (!handle) return false
  try {
    await handle.read(start, 0, start.length, 0)
  } finally {
    await handle.close()
  }
  return start.toString('latin1') === candleFileStart
}
