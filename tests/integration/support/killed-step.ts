import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Each is one step. */
const steps = ['appendFile', 'mkdir', 'open', 'rename', 'rm', 'rmdir', 'utimes', 'writeFile'] as const

/** Kills this process before a step of the file system; with 0, never. Returns the count of steps so far. */
export function killAtStep(last: number): () => number {
  let done = 0
  const files = fs.promises as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>
  for (const name of steps) {
    const original = files[name]!
    files[name] = (...values) => {
      if (++done === last) process.kill(process.pid, 'SIGKILL')
      return original.apply(files, values)
    }
  }
  syncBuiltinESMExports()
  return () => done
}
