import { firstLiveData, firstPaint, type Marks } from './marks'

/** The start is over then, whatever the windows show. */
const longest = 3000

/** For work that nobody waits for: it would take the time in which the first window is drawn. */
export interface AfterStartup {
  /** Runs once what a window shows first is painted, live figures included, or after a while; from then on at once. */
  readonly after: (work: () => void) => void
  /** Somebody waits after all: resolves when what was put off has begun. */
  readonly now: () => Promise<void>
  /** Work that has not begun is dropped. */
  readonly dispose: () => void
}

/** `expectsLive` tells whether a window shows markets, whose figures come after its first paint. */
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
  const timer = setTimeout(() => void end(), longest)
  const end = () =>
    (begun ??= new Promise((done) => {
      stop()
      clearTimeout(timer)
      // One by one: what windows ask for meanwhile is answered in between.
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
