import path from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import { writeAtomically } from '#engine/base/files/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { PageArea } from '#shared/contract/market/panel-export'
import { fail } from '#shared/domain/base/problem'
import { copyPng } from './clipboard'

const pictures = { title: 'Save the picture', filters: [{ name: 'PNG picture', extensions: ['png'] }] }
const figures = { title: 'Save the figures', filters: [{ name: 'CSV table', extensions: ['csv'] }] }

/** What leaves a panel: onto the clipboard, or into a file that the person names. */
export function setUpTakeAway(
  browserOf: (windowId: string) => BrowserWindow | undefined
): FeatureHandlers<'takeAway'> {
  const picture = (area: PageArea, windowId: string) => pictureOf(area, browserOf(windowId))
  return {
    async copyPicture({ area }, { windowId }) {
      await copyPng(await picture(area, windowId))
      return null
    },
    async savePicture({ area, name }, { windowId }) {
      // Taken before the dialog lies over the window: it shows the moment that was asked for.
      const png = await picture(area, windowId)
      return save(png, await askForFile(name, pictures, browserOf(windowId)))
    },
    async saveFigures({ csv, name }, { windowId }) {
      return save(csv, await askForFile(name, figures, browserOf(windowId)))
    }
  }
}

async function pictureOf(area: PageArea, browser: BrowserWindow | undefined): Promise<Buffer> {
  if (!browser) throw fail('window.gone', 'This window is closing.')
  const zoom = browser.webContents.getZoomFactor()
  const image = await browser.webContents.capturePage({
    x: Math.round(area.left * zoom),
    y: Math.round(area.top * zoom),
    width: Math.round(area.width * zoom),
    height: Math.round(area.height * zoom)
  })
  if (image.isEmpty())
    throw fail(
      'take-away.picture',
      'The picture could not be taken: this part of the window is not shown now.',
      {
        retryable: true
      }
    )
  return image.toPNG()
}

async function save(content: Buffer | string, file: string | null): Promise<{ path: string } | null> {
  if (file === null) return null
  try {
    await writeAtomically(file, content)
  } catch (problem) {
    throw fail('take-away.write', `${path.basename(file)} could not be written to ${path.dirname(file)}.`, {
      retryable: true,
      cause: problem
    })
  }
  return { path: file }
}

async function askForFile(
  name: string,
  about: typeof pictures,
  parent: BrowserWindow | undefined
): Promise<string | null> {
  const options = { ...about, defaultPath: path.join(app.getPath('documents'), name) }
  const { canceled, filePath } = await (parent
    ? dialog.showSaveDialog(parent, options)
    : dialog.showSaveDialog(options))
  return canceled || filePath === '' ? null : filePath
}
