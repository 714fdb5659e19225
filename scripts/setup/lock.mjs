import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cacheFolder, root } from './paths.mjs'
import { say } from './say.mjs'

/** @param {number} id */
function lives(id) {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @param {string} file */
function holder(file) {
  try {
    return Number(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Removes the lock of a process that has ended. If another process has locked in between, its lock is put back.
 * @param {string} file
 * @param {number} id
 */
function removeStale(file, id) {
  const aside = `${file}.${process.pid}.aside`
  try {
    fs.renameSync(file, aside)
    if (holder(aside) !== id) fs.linkSync(aside, file)
  } catch {
    // Another process was quicker; the next turn of the loop reads its lock.
  }
  fs.rmSync(aside, { force: true })
}

/**
 * One start at a time does a step; others wait for it and then find it done. The lock of a process that has ended is removed.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(name, work, folder = path.join(cacheFolder(), 'locks')) {
  const file = path.join(folder, name)
  fs.mkdirSync(folder, { recursive: true })
  let announced = false
  for (;;) {
    // The lock appears together with its content: a link of a finished file.
    const mine = `${file}.${process.pid}`
    fs.writeFileSync(mine, String(process.pid))
    try {
      fs.linkSync(mine, file)
      fs.rmSync(mine, { force: true })
      break
    } catch {
      fs.rmSync(mine, { force: true })
    }
    const id = holder(file)
    if (id !== undefined && !lives(id)) removeStale(file, id)
    else {
      if (!announced) say(`Another start (process ${id}) is doing the same; waiting for it …`)
      announced = true
      await pause(250)
    }
  }
  try {
    return await work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}

/** @param {string} step */
export const lockOfClone = (step) => `${step}-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
