import { firstPaint, type Marks } from '../start/marks'
import type { OpenWindow } from '../windows/registry'

/**
 * "This window has painted", for pictures and measurements: its page is ready, says that it has painted, its fonts
 * are there, and two more animation frames have gone by. Live data will be one more condition here.
 */
export async function painted(window: OpenWindow, marks: Marks): Promise<void> {
  await marked(window.id, 'ready', marks)
  await marked(window.id, firstPaint, marks)
  await window.browser.webContents.executeJavaScript(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))))'
  )
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
