/**
 * A line of a market's day, with milliseconds since midnight UTC. Truncated lines lack an end mark.
 *
 * `S` recording starts: the time since the last line is unknown
 * `Q` best bid and best ask from here on, `-` for an empty side
 * `=` unchanged
 * `G` not live from here on; may be written later
 */
export type QuoteLine =
  | { readonly kind: 'S' | '=' | 'G'; readonly at: number }
  | { readonly kind: 'Q'; readonly at: number; readonly bid: string | null; readonly ask: string | null }

export const dayMilliseconds = 86_400_000
/** Longer prices are invalid. */
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
