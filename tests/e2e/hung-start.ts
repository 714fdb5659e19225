import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Before Chromium prints this, none of the app's windows or services exists. */
const started = 'DevTools listening on'

/**
 * Electron itself rarely hangs (about once in a thousand starts), after the app's first module has run and before Chromium
 * is ready. Such a start is reported and repeated once.
 */
export async function repeatHungStart<Result>(
  userData: string,
  limit: number,
  start: (timeout: number) => Promise<Result>
): Promise<Result> {
  let threads = ''
  const timer = setTimeout(() => void threadsOf(userData).then((text) => (threads = text)), limit - 2000)
  try {
    return await start(limit)
  } catch (problem) {
    const text = String(problem)
    if (!text.includes('Timeout') || text.includes(started)) throw problem
    console.warn(
      `Electron hung before it was ready and is started again. Its threads (name, system call):\n${threads}`
    )
    return await start(limit)
  } finally {
    clearTimeout(timer)
  }
}

/** Of the main process with that data folder; Linux only. */
async function threadsOf(userData: string): Promise<string> {
  const read = (...names: string[]) => readFile(path.join('/proc', ...names), 'utf8').catch(() => '')
  const list = (...names: string[]) => readdir(path.join('/proc', ...names)).catch(() => [])
  for (const pid of await list()) {
    const command = await read(pid, 'cmdline')
    if (!command.includes(userData) || command.includes('--type=')) continue
    const lines = (await list(pid, 'task')).map(async (task) => {
      const [name, call] = await Promise.all([
        read(pid, 'task', task, 'comm'),
        read(pid, 'task', task, 'syscall')
      ])
      return `${name.trim()} ${call.trim().split(' ')[0]}`
    })
    return (await Promise.all(lines)).join('\n')
  }
  return 'unknown'
}
