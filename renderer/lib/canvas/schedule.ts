const waiting = new Set<() => void>()
let frame: number | null = null

/** Runs once, in the next animation frame or on flush. */
export function paintSoon(paint: () => void): void {
  waiting.add(paint)
  frame ??= requestAnimationFrame(paintAll)
}

export const neverPaint = (paint: () => void): void => void waiting.delete(paint)

/** Paints what is waiting; the feed calls it at the end of its animation frame, before it acknowledges. */
export function paintAll(): void {
  if (frame !== null) cancelAnimationFrame(frame)
  frame = null
  const all = [...waiting]
  waiting.clear()
  for (const paint of all) {
    try {
      paint()
    } catch (problem) {
      // One canvas that fails must not cost the others their picture.
      reportError(problem)
    }
  }
}
