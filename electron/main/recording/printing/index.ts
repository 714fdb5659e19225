import { app, type BrowserWindow } from 'electron'
import type { FeatureHandlers } from '#shared/contract/index'
import { fail } from '#shared/domain/base/problem'
import { dialogText } from '#shared/messages/base'
import { marketText } from '#shared/messages/market'
import { saveAs } from '../../base/dialogs'
import { paperOf, printPage } from './print'

export const setUpPrinting = (
  browserOf: (windowId: string) => BrowserWindow | undefined
): FeatureHandlers<'printing'> => ({
  async savePdf({ page, name }, { windowId }) {
    const browser = browserOf(windowId)
    if (!browser) throw fail('window.gone', marketText.panels.windowClosing)
    const pdf = await printPage(page, { beside: browser, paper: paperOf(app.getLocaleCountryCode()) })
    return saveAs(pdf, { title: dialogText.save.report, name, type: 'pdf' }, browser)
  }
})
