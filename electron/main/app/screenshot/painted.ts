import { firstLiveData, firstPaint, type Marks } from '../../base/startup/marks'
import { showsMarkets } from '../../workspace/windows/content'
import type { OpenWindow } from '../../workspace/windows/registry'

/** The time-out for live figures. */
const patience = 15_000

/**
 * The page is ready and painted with fonts and, if expected, live figures, and two more animation frames have passed.
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
