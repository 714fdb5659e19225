const waiting = new Set<() => void>()
let frame: number | null = null
let bringsNews = false

/** Runs once, in the next animation frame or on flush. */
export function paintSoon(paint: () => void): void {
  waiting.add(paint)
  if (!bringsNews) frame ??= requestAnimationFrame(paintAll)
}

export const neverPaint = (paint: () => void): void => void waiting.delete(paint)

/** Paints in this animation frame: `news` marks, and whatever it marked is painted after it. */
export function paintNews(news: () => void): void {
  bringsNews = true
  try {
    news()
  } finally {
    bringsNews = false
    paintAll()
  }
}

export function paintAll(): void {
  if (frame !== null) cancelAnimationFrame(frame)
  frame = null
  const all = [...waiting]
  waiting.clear()
  for (const paint of all) {
    try {
      paint()
    } catch (problem) {
      // One failing canvas must not stop the others.
      reportError(problem)
    }
  }
}
