/**
 * A day of a market as lines, each with its milliseconds since midnight UTC. A line that was cut off by a crash lacks
 * its end, and is not taken for a shorter number.
 *
 * `S` recording starts: of the time before it nobody knows more than what was written
 * `Q` best bid and best ask, `-` for an empty side, from here on
 * `=` still the same
 * `G` the book was not live from there on, which may be known only later
 */
export type QuoteLine =
  | { readonly kind: 'S' | '=' | 'G'; readonly at: number }
  | { readonly kind: 'Q'; readonly at: number; readonly bid: string | null; readonly ask: string | null }

export const dayMilliseconds = 86_400_000
/** Of a price; what is longer belongs to no market that anybody trades. */
export const maxPriceLength = 60

const form = /^([SG=]) (\d{1,8});$|^Q (\d{1,8}) (-|[\d.-]{1,60}) (-|[\d.-]{1,60});$/

export function lineText(line: QuoteLine): string {
  return line.kind === 'Q'
    ? `Q ${line.at} ${line.bid ?? '-'} ${line.ask ?? '-'};\n`
    : `${line.kind} ${line.at};\n`
}

export function readLine(text: string): QuoteLine | null {
  const match = form.exec(text)
  if (!match) return null
  const [, mark, markAt, quoteAt, bid, ask] = match
  if (mark !== undefined) return { kind: mark as 'S' | '=' | 'G', at: Number(markAt) }
  return {
    kind: 'Q',
    at: Number(quoteAt),
    bid: bid === '-' ? null : bid!,
    ask: ask === '-' ? null : ask!
  }
}
