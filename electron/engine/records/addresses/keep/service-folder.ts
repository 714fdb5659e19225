import { readdir, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'

const prefix = 'service-'

/** The rows of one service; labels and filters are in the connection's folder. */
export const serviceFolder = (folder: string, service: string) => path.join(folder, `${prefix}${service}`)

/** Removes the rows of the connection's former services, and the folder of this one if it is empty. */
export async function removeUnused(folder: string, service: string): Promise<void> {
  await removeEmpty(folder, service)
  const own = path.basename(serviceFolder(folder, service))
  for (const name of await servicesIn(folder)) {
    if (name !== own) await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

/** Keeps a folder that has other files. */
export const removeEmpty = (folder: string, service: string): Promise<void> =>
  rmdir(serviceFolder(folder, service)).catch(() => undefined)

async function servicesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.startsWith(prefix))
}
