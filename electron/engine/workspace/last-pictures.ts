import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { readPlainFile, writeAtomically } from '../base/files'

/** A window as it ended, in the points of its display. */
export interface LastPicture {
  readonly width: number
  readonly height: number
  readonly jpeg: Buffer
}

const maxPictures = 16
const maxBytes = 8 * 1024 * 1024
const namePattern = /^(.+)@(\d{2,5})x(\d{2,5})\.jpg$/

/** `desk%201@1280x800.jpg` */
const nameOf = (key: string, { width, height }: LastPicture) =>
  `${encodeURIComponent(key).replaceAll('*', '%2A')}@${width}x${height}.jpg`

/** By the key of the window. They are shown once, so the folder is removed; a picture that cannot be read is missing. */
export async function takeLastPictures(folder: string): Promise<Map<string, LastPicture>> {
  const pictures = new Map<string, LastPicture>()
  for (const name of (await readdir(folder).catch(() => [])).slice(0, maxPictures)) {
    const found = namePattern.exec(name)
    const jpeg = found && (await readPlainFile(path.join(folder, name), maxBytes).catch(() => null))
    if (jpeg) pictures.set(decoded(found[1]!), { width: Number(found[2]), height: Number(found[3]), jpeg })
  }
  await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  return pictures
}

export async function writeLastPicture(folder: string, key: string, picture: LastPicture): Promise<void> {
  if (picture.jpeg.length <= maxBytes)
    await writeAtomically(path.join(folder, nameOf(key, picture)), picture.jpeg)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
