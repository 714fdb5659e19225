import { firstLiveData, firstPaint, type Marks } from './marks'

/** The startup ends after this time at the latest. */
const maxDelay = 3000

/** Work that would slow down the first window. */
export interface AfterStartup {
  /** Runs after the first window is painted, live figures included, or after a time limit; later work runs at once. */
  readonly after: (work: () => void) => void
  /** Starts the delayed work now; resolves when it has begun. */
  readonly now: () => Promise<void>
  /** Work that has not begun is dropped. */
  readonly dispose: () => void
}

/** `expectsLive` is true for windows with markets, whose figures arrive after the first paint. */
export function createAfterStartup(
  marks: Pick<Marks, 'onSet'>,
  expectsLive: (windowId: string) => boolean
): AfterStartup {
  let waiting: (() => void)[] | null = []
  let dropped = false
  let begun: Promise<void> | null = null
  const stop = marks.onSet(({ process, name }) => {
    if (name === firstLiveData || (name === firstPaint && !expectsLive(process))) void end()
  })
  const timer = setTimeout(() => void end(), maxDelay)
  const end = () =>
    (begun ??= new Promise((done) => {
      stop()
      clearTimeout(timer)
      // One at a time, so that calls are answered in between.
      for (const work of waiting ?? []) setImmediate(() => dropped || work())
      waiting = null
      setImmediate(done)
    }))
  return {
    after(work) {
      if (waiting) waiting.push(work)
      else if (!dropped) work()
    },
    now: end,
    dispose() {
      dropped = true
      void end()
    }
  }
}
