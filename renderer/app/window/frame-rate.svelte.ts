/** Counting alternates with pauses, to limit its cost. */
const counted = 250
const rest = 9750

/** Animation frames per second; null while hidden. */
export class FrameRate {
  perSecond = $state<number | null>(null)

  start(page: Window): () => void {
    let frame: number | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      clearTimeout(timer)
      if (frame !== undefined) page.cancelAnimationFrame(frame)
      frame = timer = undefined
    }
    const count = () => {
      let first: number | null = null
      let frames = 0
      const next = (at: number) => {
        first ??= at
        const passed = at - first
        if (passed < counted) {
          frames += 1
          frame = page.requestAnimationFrame(next)
          return
        }
        this.perSecond = Math.round((frames * 1000) / passed)
        timer = setTimeout(count, rest)
      }
      frame = page.requestAnimationFrame(next)
    }
    const follow = () => {
      stop()
      this.perSecond = null
      if (!page.document.hidden) timer = setTimeout(count, 500)
    }
    follow()
    page.document.addEventListener('visibilitychange', follow)
    return () => {
      stop()
      page.document.removeEventListener('visibilitychange', follow)
    }
  }
}
