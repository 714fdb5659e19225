/** Runs now and every second while the page is visible, never concurrently. */
export function everySecond(page: Document, work: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let busy = false
  const run = async () => {
    clearTimeout(timer)
    if (stopped || busy || page.hidden) return
    busy = true
    try {
      await work()
    } finally {
      busy = false
    }
    if (!stopped) timer = setTimeout(() => void run(), 1000)
  }
  const seen = () => void run()
  page.addEventListener('visibilitychange', seen)
  void run()
  return () => {
    stopped = true
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', seen)
  }
}
