const waiting = new Set<() => void>()
let frame: number | null = null

/** Once, in the next animation frame, or at the end of this one where somebody flushes it. */
export function paintSoon(paint: () => void): void {
  waiting.add(paint)
  frame ??= requestAnimationFrame(paintAll)
}

export const neverPaint = (paint: () => void): void => void waiting.delete(paint)

/**
 * Paints what waits. The feed calls it at the end of its animation frame: what its news have made invalid is on the
 * screen with this frame and not with the next, and main hears that it was drawn only afterwards.
 */
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
