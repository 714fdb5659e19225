import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { isOwnAddress } from './origin'

type Confined =
  | { readonly status: 200; readonly file: string }
  /** 403 for requests that our pages never make, 404 for missing files. */
  | { readonly status: 403 | 404 }

/** The file inside `root`, with links resolved, or an error. */
export async function confine(root: string, address: string): Promise<Confined> {
  if (!isOwnAddress(address)) return { status: 403 }
  const segments = new URL(address).pathname.split('/').slice(1)
  const names: string[] = []
  for (const segment of segments) {
    const name = decode(segment)
    if (name === null || name === '' || name.startsWith('.') || /[/\\\0:]/.test(name)) return { status: 403 }
    names.push(name)
  }
  try {
    const home = await realpath(root)
    const file = await realpath(path.join(home, ...names))
    if (!file.startsWith(home + path.sep)) return { status: 403 }
    return (await stat(file)).isFile() ? { status: 200, file } : { status: 404 }
  } catch {
    return { status: 404 }
  }
}

/** Once: what is still encoded is a part of the name. */
function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
