import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export function readLog(userData: string): string {
  const folder = path.join(userData, 'logs')
  try {
    return readdirSync(folder)
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
      .join('')
  } catch {
    return ''
  }
}
