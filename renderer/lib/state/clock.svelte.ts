/** The time of day, updated each second while the page is visible. */
export class Ticker {
  now = $state(Date.now())
  private timer: ReturnType<typeof setTimeout> | undefined

  start(page: Document): () => void {
    const tick = () => {
      clearTimeout(this.timer)
      if (page.hidden) return
      this.now = Date.now()
      this.timer = setTimeout(tick, 1000 - (this.now % 1000))
    }
    tick()
    page.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(this.timer)
      page.removeEventListener('visibilitychange', tick)
    }
  }
}
