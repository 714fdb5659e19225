import { app } from 'electron'

/** Nobody waits longer than this for an app that was told to end. */
const patience = 3000
/**
 * The end of a child process is told before Chromium has put away all that it held for it, and to end in that moment
 * crashed about one start in forty on a busy machine; nothing tells when it is over.
 */
const afterChildren = 150

export interface Leaving {
  /** Runs before the app ends, and is waited for: a child process that outlives main's own end can take it down. */
  readonly before: (end: () => unknown) => void
  /** Ends the app as if the person had quit it, with this exit code. */
  readonly leave: (code: number) => void
}

/** The one way out: whatever was started ends first, and then the app. */
export function setUpLeaving(): Leaving {
  const ends: (() => unknown)[] = []
  let code = 0
  let leaving = false
  app.on('will-quit', (event) => {
    if (leaving) return
    leaving = true
    event.preventDefault()
    const ended = Promise.allSettled(ends.map(async (end) => end()))
    const tooLong = new Promise((resolve) => setTimeout(resolve, patience))
    void Promise.race([ended, tooLong]).then(() => setTimeout(() => app.exit(code), afterChildren))
  })
  return {
    before: (end) => void ends.push(end),
    leave(wanted) {
      code = wanted
      app.quit()
    }
  }
}
