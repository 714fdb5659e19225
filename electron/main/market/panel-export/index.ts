import type { BrowserWindow } from 'electron'
import type { FeatureHandlers } from '#shared/contract/index'
import type { PageArea } from '#shared/contract/market/panel-export'
import { fail } from '#shared/domain/base/problem'
import { dialogText } from '#shared/messages/base'
import { saveAs } from '../../base/dialogs'
import { copyPng } from './clipboard'
import { marketText } from '#shared/messages/market'

export function setUpPanelExport(
  browserOf: (windowId: string) => BrowserWindow | undefined
): FeatureHandlers<'panelExport'> {
  const picture = (area: PageArea, windowId: string) => pictureOf(area, browserOf(windowId))
  return {
    async copyPicture({ area }, { windowId }) {
      await copyPng(await picture(area, windowId))
      return null
    },
    async savePicture({ area, name }, { windowId }) {
      // Captured before the dialog covers the window.
      const png = await picture(area, windowId)
      return saveAs(png, { title: dialogText.save.picture, name, type: 'png' }, browserOf(windowId))
    },
    saveFigures: ({ csv, name }, { windowId }) =>
      saveAs(csv, { title: dialogText.save.figures, name, type: 'csv' }, browserOf(windowId))
  }
}

/** As PNG. */
export async function pictureOf(area: PageArea, browser: BrowserWindow | undefined): Promise<Buffer> {
  if (!browser) throw fail('window.gone', marketText.panels.windowClosing)
  const zoom = browser.webContents.getZoomFactor()
  const image = await browser.webContents.capturePage({
    x: Math.round(area.left * zoom),
    y: Math.round(area.top * zoom),
    width: Math.round(area.width * zoom),
    height: Math.round(area.height * zoom)
  })
  if (image.isEmpty())
    throw fail('panel-export.picture', marketText.panels.pictureHidden, { retryable: true })
  return image.toPNG()
}
