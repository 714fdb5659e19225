export interface Match {
  readonly score: number
  /** The places in the text that were hit, ascending. */
  readonly places: readonly number[]
}

const startsWord = (text: string, place: number) => place === 0 || /[\s\-/(]/.test(text[place - 1] ?? '')

/**
 * Whether the letters of `wanted` occur in `text` in this order, and how well: letters side by side and at the start
 * of words count more, letters passed over count less. Spaces in what is wanted only part words.
 */
export function fuzzy(wanted: string, text: string): Match | null {
  const letters = [...wanted.toLowerCase()].filter((letter) => letter.trim() !== '')
  if (letters.length === 0) return { score: 0, places: [] }
  const low = text.toLowerCase()
  let best: Match | null = null
  for (let start = low.indexOf(letters[0]!); start >= 0; start = low.indexOf(letters[0]!, start + 1)) {
    const found = from(start, letters, low)
    if (found && (!best || found.score > best.score)) best = found
  }
  return best
}

function from(start: number, letters: readonly string[], low: string): Match | null {
  const places = [start]
  let score = startsWord(low, start) ? 8 : 1
  for (const letter of letters.slice(1)) {
    const last = places.at(-1)!
    const next = low[last + 1] === letter ? last + 1 : atWord(letter, low, last + 1)
    if (next < 0) return null
    score += next === last + 1 ? 6 : startsWord(low, next) ? 5 : 1
    score -= Math.min(3, (next - last - 1) * 0.1)
    places.push(next)
  }
  return { score: score - start * 0.05 - low.length * 0.01, places }
}

/** The next start of a word with this letter, or else the next one anywhere. */
function atWord(letter: string, low: string, after: number): number {
  const anywhere = low.indexOf(letter, after)
  for (let place = anywhere; place >= 0; place = low.indexOf(letter, place + 1)) {
    if (startsWord(low, place)) return place
  }
  return anywhere
}
