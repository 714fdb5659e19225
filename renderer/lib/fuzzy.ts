interface Match {
  readonly score: number
  /** The indices of the matched letters, ascending. */
  readonly positions: readonly number[]
}

const startsWord = (text: string, position: number) =>
  position === 0 || /[\s\-/(]/.test(text[position - 1] ?? '')

/**
 * Scores the letters of `wanted` in `text`, in order: adjacent letters and word starts count more, skipped letters less.
 */
export function fuzzy(wanted: string, text: string): Match | null {
  const letters = [...wanted.toLowerCase()].filter((letter) => letter.trim() !== '')
  if (letters.length === 0) return { score: 0, positions: [] }
  const low = text.toLowerCase()
  let best: Match | null = null
  for (let start = low.indexOf(letters[0]!); start >= 0; start = low.indexOf(letters[0]!, start + 1)) {
    const found = from(start, letters, low)
    if (found && (!best || found.score > best.score)) best = found
  }
  return best
}

function from(start: number, letters: readonly string[], low: string): Match | null {
  const positions = [start]
  let score = startsWord(low, start) ? 8 : 1
  for (let at = 1; at < letters.length; at += 1) {
    const last = positions.at(-1)!
    const next = nextPosition(letters, at, low, last + 1)
    if (next < 0) return null
    score += next === last + 1 ? 6 : startsWord(low, next) ? 5 : 1
    score -= Math.min(3, (next - last - 1) * 0.1)
    positions.push(next)
  }
  return { score: score - start * 0.05 - low.length * 0.01, positions }
}

/** Adjacent if possible, or else at the start of a word, as long as the remaining letters can still be found. */
function nextPosition(letters: readonly string[], at: number, low: string, after: number): number {
  const letter = letters[at]!
  const nearest = low.indexOf(letter, after)
  if (nearest === after) return nearest
  for (let position = nearest; position >= 0; position = low.indexOf(letter, position + 1)) {
    if (startsWord(low, position) && inOrder(letters, at + 1, low, position + 1)) return position
  }
  return nearest
}

function inOrder(letters: readonly string[], from: number, low: string, after: number): boolean {
  let next = after
  for (const letter of letters.slice(from)) {
    const position = low.indexOf(letter, next)
    if (position < 0) return false
    next = position + 1
  }
  return true
}
