import type { EventEmitter } from 'node:events'
import type { Clock } from '#engine/base/clock'

const maxWait = 10_000

/** Some desktops never report a window as shown, so the wait is limited. */
export function untilShown(
  browser: Pick<EventEmitter, 'once' | 'off'> & { isVisible(): boolean },
  clock: Pick<Clock, 'later'>
): Promise<void> {
  if (browser.isVisible()) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      browser.off('show', done).off('closed', done)
      resolve()
    }
    const cancel = clock.later(maxWait, done)
    browser.once('show', done).once('closed', done)
  })
}
