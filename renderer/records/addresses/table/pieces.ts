type Ranges = readonly (readonly [number, number])[]

interface Piece {
  readonly text: string
  /** A match. */
  readonly hit: boolean
}

const minBeside = 4

/** Shortened outside the matches, which are highlighted. */
export function piecesOf(text: string, ranges: Ranges, max: number): readonly Piece[] {
  const kept = text.length <= max ? [[0, text.length] as const] : keptParts(text.length, ranges[0], max)
  const pieces: Piece[] = []
  let at = 0
  for (const [from, to] of kept) {
    if (from > at) pieces.push({ text: '…', hit: false })
    pieces.push(...marked(text, from, to, ranges))
    at = to
  }
  if (at < text.length) pieces.push({ text: '…', hit: false })
  return pieces
}

function keptParts(length: number, range: Ranges[number] | undefined, max: number): Ranges {
  const head = Math.ceil((max - 1) * 0.6)
  const tail = length - (max - 1 - head)
  if (!range || range[1] <= head || range[0] >= tail)
    return [
      [0, head],
      [tail, length]
    ]
  const beside = Math.min(minBeside, Math.floor(max / 4))
  const room = Math.max(1, max - 2 - 2 * beside)
  const from = Math.min(Math.max(beside, range[0]), length - beside - room)
  return joined([
    [0, beside],
    [from, from + room],
    [length - beside, length]
  ])
}

/** Merges adjacent parts. */
function joined(parts: Ranges): Ranges {
  const all: [number, number][] = []
  for (const [from, to] of parts) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}

function marked(text: string, from: number, to: number, ranges: Ranges): readonly Piece[] {
  const pieces: Piece[] = []
  const add = (start: number, end: number, hit: boolean) => {
    if (end > start) pieces.push({ text: text.slice(start, end), hit })
  }
  let at = from
  for (const [start, end] of ranges) {
    const first = Math.max(at, start)
    const last = Math.min(to, end)
    if (last <= first) continue
    add(at, first, false)
    add(first, last, true)
    at = last
  }
  add(at, to, false)
  return pieces
}
