import path from 'node:path'

/** Whether a path is the folder, or below it. */
export function isInside(inner: string, folder: string): boolean {
  const relative = path.relative(folder, inner)
  return relative === '' || !(relative.startsWith('..') || path.isAbsolute(relative))
}
