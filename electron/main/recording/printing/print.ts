import { BrowserWindow } from 'electron'
import { isWidePage, type ReportPage } from '#shared/contract/recording/printing'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { webPreferences } from '../../base/security/web-preferences'

/** Its title once all of it, and its fonts, can be printed. */
const readyTitle = 'ready'
const maxWait = 15_000
/** In inches, as `printToPDF` measures. */
const margin = 0.45

/** Printed by an invisible window that shows nothing else and has no calls. */
export async function printPage(
  page: ReportPage,
  { beside, paper }: { readonly beside: BrowserWindow; readonly paper: Paper }
): Promise<Buffer> {
  const { session } = beside.webContents
  const address = new URL('print.html', beside.webContents.getURL())
  address.hash = encodeURIComponent(JSON.stringify(page))
  const browser = new BrowserWindow({
    show: false,
    // About as wide as the paper.
    width: isWidePage(page) ? 1036 : 707,
    height: 900,
    useContentSize: true,
    skipTaskbar: true,
    webPreferences: webPreferences(session, { backgroundThrottling: false })
  })
  try {
    const ready = untilReady(browser)
    await Promise.all([browser.loadURL(address.href), ready])
    return await browser.webContents.printToPDF({
      pageSize: paper,
      landscape: isWidePage(page),
      margins: { top: margin, bottom: margin, left: margin, right: margin },
      printBackground: true,
      pageRanges: '1',
      generateTaggedPDF: true
    })
  } catch (problem) {
    throw fail('printing.failed', recordingText.notPrinted, { retryable: true, cause: problem })
  } finally {
    browser.destroy()
  }
}

type Paper = 'A4' | 'Letter'
const ofLetter = ['US', 'CA', 'MX', 'CL', 'CO', 'PH']
/** The usual paper size of that country. */
export const paperOf = (country: string): Paper => (ofLetter.includes(country) ? 'Letter' : 'A4')

function untilReady(browser: BrowserWindow): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page was not ready in time')), maxWait)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    browser.on('page-title-updated', (_event, title) => {
      if (title === readyTitle) end(resolve)
    })
    browser.webContents.once('render-process-gone', (_event, { reason }) =>
      end(() => reject(new Error(`The page ended: ${reason}`)))
    )
    browser.once('closed', () => end(() => reject(new Error('The page was closed'))))
  })
}
