const known = new Map<string, number>()
const maxKept = 500
/** The height of the words in a canvas. */
export const wordSize = 11

/** The width of words, measured once; the context must have that font. */
export function wordWidth(context: CanvasRenderingContext2D, family: string, words: string): number {
  const key = `${family} ${words}`
  const found = known.get(key)
  if (found !== undefined) return found
  const { width } = context.measureText(words)
  // Until the fonts have loaded, widths are those of a fallback font.
  if (document.fonts.status !== 'loaded') return width
  if (known.size >= maxKept) known.clear()
  known.set(key, width)
  return width
}
