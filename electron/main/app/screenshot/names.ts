import path from 'node:path'

/** `a.png`, `a-2.png`, `a-3.png`: one per window. */
export function pictureName(file: string, index: number): string {
  if (index === 0) return file
  const { dir, name, ext } = path.parse(file)
  return path.join(dir, `${name}-${index + 1}${ext}`)
}
