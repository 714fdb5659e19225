import type { BrowserWindow } from 'electron'
import type { FeatureHandlers } from '#shared/contract/index'
import type { PageArea } from '#shared/contract/market/panel-export'
import { fail } from '#shared/domain/base/problem'
import { dialogText } from '#shared/messages/base'
import { saveAs } from '../../base/dialogs'
import type { Pushes } from '../../base/ipc/pushes'
import { copyPng } from './clipboard'
import { marketText } from '#shared/messages/market'

interface PictureParts {
  readonly pushes: Pick<Pushes, 'send'>
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
}

export function setUpPanelExport(parts: PictureParts): FeatureHandlers<'panelExport'> {
  const { browserOf } = parts
  return {
    async copyPicture({ area }, { windowId }) {
      await copyPng(await pictureOf(area, windowId, parts))
      return null
    },
    async savePicture({ area, name }, { windowId }) {
      // Captured before the dialog covers the window.
      const png = await pictureOf(area, windowId, parts)
      return saveAs(png, { title: dialogText.save.picture, name, type: 'png' }, browserOf(windowId))
    },
    saveFigures: ({ csv, name }, { windowId }) =>
      saveAs(csv, { title: dialogText.save.figures, name, type: 'csv' }, browserOf(windowId))
  }
}

/** As PNG. The window gets a message once it is captured: a dialog may follow. */
export async function pictureOf(
  area: PageArea,
  windowId: string,
  { pushes, browserOf }: PictureParts
): Promise<Buffer> {
  const browser = browserOf(windowId)
  if (!browser) throw fail('window.gone', marketText.panels.windowClosing)
  const zoom = browser.webContents.getZoomFactor()
  const image = await browser.webContents.capturePage({
    x: Math.round(area.left * zoom),
    y: Math.round(area.top * zoom),
    width: Math.round(area.width * zoom),
    height: Math.round(area.height * zoom)
  })
  pushes.send(windowId, 'panelExport.captured', null)
  if (image.isEmpty())
    throw fail('panel-export.picture', marketText.panels.pictureHidden, { retryable: true })
  return image.toPNG()
}
