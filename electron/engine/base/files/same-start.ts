import { open } from 'node:fs/promises'

const block = 1024 * 1024

/** Whether two files begin with the same bytes, as many as that. */
export async function isSameStart(one: string, other: string, length: number): Promise<boolean> {
  const handles = [await open(one, 'r')]
  try {
    handles.push(await open(other, 'r'))
    for (let at = 0; at < length; at += block) {
      const count = Math.min(block, length - at)
      const [a, b] = await Promise.all(handles.map(async (handle) => readAt(handle, at, count)))
      if (!a!.equals(b!)) return false
    }
    return true
  } finally {
    await Promise.all(handles.map((handle) => handle.close()))
  }
}

/** Shorter at the end of the file. */
async function readAt(handle: Awaited<ReturnType<typeof open>>, at: number, count: number): Promise<Buffer> {
  const bytes = Buffer.alloc(count)
  const { bytesRead } = await handle.read(bytes, 0, count, at)
  return bytes.subarray(0, bytesRead)
}
