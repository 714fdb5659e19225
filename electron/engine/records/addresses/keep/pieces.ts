import { open } from 'node:fs/promises'

/**
 * The first `end` bytes of a file, each piece valid until the next one. The next piece is read meanwhile, into the
 * second of two buffers.
 */
export async function* piecesOf(file: string, end: number, size: number): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r')
  const buffers = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)] as const
  const read = (count: number, from: number) => {
    const reading = handle.read(buffers[count % 2 === 0 ? 0 : 1], 0, Math.min(size, end - from), from)
    // A failure is thrown when the piece is awaited; until then, it must not be an unhandled rejection.
    reading.catch(() => undefined)
    return reading
  }
  let from = 0
  let next = read(0, from)
  try {
    for (let count = 1; ; count += 1) {
      const { buffer, bytesRead } = await next
      if (bytesRead === 0) return
      from += bytesRead
      next = read(count, from)
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await next.catch(() => undefined)
    await handle.close()
  }
}

/** The same bytes, with an end of a piece after the first `cut` bytes. */
export async function* cutAt(pieces: AsyncIterable<Buffer>, cut: number): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const piece of pieces) {
    const rest = cut - passed
    passed += piece.length
    if (rest > 0 && rest < piece.length) {
      yield piece.subarray(0, rest)
      yield piece.subarray(rest)
    } else yield piece
  }
}
