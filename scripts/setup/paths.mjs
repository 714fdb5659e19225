import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** The per-user cache folder, shared by every clone of the project. */
export function cacheFolder(environment = process.env, home = os.homedir()) {
  const base = environment['XDG_CACHE_HOME']
  return path.join(base && path.isAbsolute(base) ? base : path.join(home, '.cache'), 'leadline')
}

/**
 * A folder of its own beside its destination, so that the finished work can be renamed into place in one step.
 * @param {string} destination
 */
export function folderBeside(destination) {
  fs.mkdirSync(path.dirname(destination), { recursive: true })
  return fs.mkdtempSync(destination + '.part-')
}

/**
 * @param {string} file
 * @returns {unknown}
 */
export function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Written beside and renamed, so that a kill never leaves half a file.
 * @param {string} file
 * @param {unknown} value
 */
export function writeJson(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const part = `${file}.${process.pid}.part`
  fs.writeFileSync(part, JSON.stringify(value, null, 2) + '\n')
  fs.renameSync(part, file)
}

/**
 * The bytes of all files in a folder, for progress of work that another program does there.
 * @param {string} folder
 */
export function sizeOf(folder) {
  let bytes = 0
  try {
    for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) bytes += fs.statSync(path.join(entry.parentPath, entry.name)).size
    }
  } catch {
    // Files come and go while another program writes; the next look sees more.
  }
  return bytes
}
