import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'

const prefix = 'service-'
const rows = 'addresses.jsonl'
const progress = 'progress.json'

/** Where the rows of one service lie; labels and filters are of the connection, and lie above. */
export const serviceFolder = (folder: string, service: string) => path.join(folder, `${prefix}${service}`)

/** What was kept before services had folders of their own belongs to the one that the connection points to now. */
export async function adoptFormer(folder: string, service: string): Promise<void> {
  const own = serviceFolder(folder, service)
  if (!(await isThere(path.join(folder, rows))) || (await isThere(path.join(own, rows)))) return
  await mkdir(own, { recursive: true })
  // In this order: rows without their progress are loaded again, progress without rows would promise too much.
  await rename(path.join(folder, rows), path.join(own, rows))
  if (await isThere(path.join(folder, progress))) {
    await rename(path.join(folder, progress), path.join(own, progress))
  }
}

/** Nothing is to be kept any more, of no service that the connection was ever pointed to. */
export async function removeOthers(folder: string, service: string): Promise<void> {
  const own = path.basename(serviceFolder(folder, service))
  for (const name of await servicesIn(folder)) {
    if (name !== own) await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

/** Nothing of the service is kept; a folder that holds something else stays. */
export const removeEmpty = (folder: string, service: string): Promise<void> =>
  rmdir(serviceFolder(folder, service)).catch(() => undefined)

async function servicesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.startsWith(prefix))
}

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false
  )
