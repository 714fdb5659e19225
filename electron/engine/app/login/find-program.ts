import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/** As a desktop finds the program of an entry: an absolute path, or a name in PATH. Null if there is none. */
export async function findProgram(name: string, searchPath: string): Promise<string | null> {
  if (path.isAbsolute(name)) return executableAt(name)
  if (name === '' || name.includes('/')) return null
  for (const folder of searchPath.split(':').filter((each) => path.isAbsolute(each))) {
    const found = await executableAt(path.join(folder, name))
    if (found !== null) return found
  }
  return null
}

/** Without links. */
async function executableAt(file: string): Promise<string | null> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile() ? await realpath(file) : null
  } catch {
    return null
  }
}
