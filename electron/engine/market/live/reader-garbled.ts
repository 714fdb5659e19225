const lookedAt = 64 * 1024
const maxNames = 4
const marketMember = /"market"\s*:\s*"([^"\\]{1,64})"/g
const escapes = /\\(?:\/|u00([2-7][0-9a-f]))/gi

const lenient = new TextDecoder('utf-8', { fatal: false })

/** The beginning of a frame, with escaped letters decoded, except quotes and backslashes. */
const textOf = (bytes: Uint8Array): string =>
  lenient.decode(bytes.subarray(0, lookedAt)).replaceAll(escapes, (escape: string, code?: string) => {
    const character = code === undefined ? '/' : String.fromCharCode(parseInt(code, 16))
    return character === '"' || character === '\\' ? escape : character
  })

/** Whether the frame may be a book update without a market. */
export function mayBeBook(bytes: Uint8Array): boolean {
  const text = textOf(bytes)
  return text.trimStart().startsWith('{') && !text.includes('execution_data')
}

/** The markets named in an unreadable frame, whose books are no longer reliable. */
export function marketsIn(bytes: Uint8Array): string[] {
  const names = new Set<string>()
  for (const match of textOf(bytes).matchAll(marketMember)) {
    names.add(match[1]!)
    if (names.size === maxNames) break
  }
  return [...names]
}
