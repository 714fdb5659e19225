import { firstLiveData, firstPaint, type Marks } from '../../base/startup/marks'
import { showsMarkets } from '../../workspace/windows/content'
import type { OpenWindow } from '../../workspace/windows/registry'

/** A service that is connected and yet has nothing to show is not waited for any longer. */
const patience = 15_000

/**
 * "This window has painted", for pictures and measurements: its page is ready, says that it has painted, its fonts
 * are there, live figures are drawn where there are to be some, and two more animation frames have gone by.
 */
export async function painted(window: OpenWindow, marks: Marks, expectsLive: boolean): Promise<void> {
  await marked(window.id, 'ready', marks)
  await marked(window.id, firstPaint, marks)
  if (expectsLive && showsMarkets(window.content)) await bounded(marked(window.id, firstLiveData, marks))
  await window.browser.webContents.executeJavaScript(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))))'
  )
}

function bounded(wait: Promise<void>): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, patience)
    void wait.then(() => {
      clearTimeout(timer)
      done()
    })
  })
}

const marked = (process: string, name: string, marks: Marks) =>
  new Promise<void>((done) => {
    if (marks.has(process, name)) return done()
    const stop = marks.onSet((mark) => {
      if (mark.process !== process || mark.name !== name) return
      stop()
      done()
    })
  })
