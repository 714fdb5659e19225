import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { marketFileName, profileFolderName } from './file-names'
import { dayMilliseconds } from './line'

export const keptDays = 30
const dayName = /^(\d{4}-\d{2}-\d{2})\.quotes$/

export const dayOf = (time: number) => Math.floor(time / dayMilliseconds)

export const profileFolder = (folder: string, profileId: string) =>
  path.join(folder, profileFolderName(profileId))

/** Uses the file names of candles. */
export function dayFile(folder: string, profileId: string, market: string, day: number): string {
  const name = marketFileName(market).slice(0, -'.json'.length)
  const date = new Date(day * dayMilliseconds).toISOString().slice(0, 10)
  return path.join(profileFolder(folder, profileId), name, `${date}.quotes`)
}

/** Removes expired days, and the oldest ones beyond the size limit; other files stay. */
export async function keepRoom(folder: string, today: number, maxBytes: number): Promise<void> {
  const found = await daysIn(folder)
  let total = found.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { file, day, bytes } of found.sort((one, other) => one.day - other.day)) {
    const isOver = day <= today - keptDays
    if (!isOver && (total <= maxBytes || day === today)) return
    await rm(file, { force: true })
    total -= bytes
    // Fails if the folder is not empty.
    await rmdir(path.dirname(file)).catch(() => {})
  }
}

async function daysIn(folder: string) {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const date = dayName.exec(path.basename(name))?.[1]
      if (date === undefined) return []
      const file = path.join(folder, name)
      const facts = await stat(file).catch(() => null)
      return facts?.isFile() ? [{ file, day: dayOf(Date.parse(date)), bytes: facts.size }] : []
    })
  )
  return found.flat()
}
