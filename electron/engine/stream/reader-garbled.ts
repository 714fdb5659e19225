const lookedAt = 64 * 1024
const mostNames = 4
const marketMember = /"market"\s*:\s*"([^"\\]{1,64})"/g

const lenient = new TextDecoder('utf-8', { fatal: false })

/** Whether it may have been a book's, of a market that cannot be told any more. */
export const mayBeBook = (bytes: Uint8Array): boolean =>
  lenient.decode(bytes.subarray(0, lookedAt)).includes('market_data')

/** The markets that a frame names which is no JSON, so that whoever keeps their books can distrust them. */
export function marketsIn(bytes: Uint8Array): string[] {
  const names = new Set<string>()
  for (const match of lenient.decode(bytes.subarray(0, lookedAt)).matchAll(marketMember)) {
    names.add(match[1]!)
    if (names.size === mostNames) break
  }
  return [...names]
}
