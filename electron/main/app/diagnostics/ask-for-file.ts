import path from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'

/** Where the support file shall go; null when the person thought better of it. */
export async function askForFile(
  suggestion: string,
  parent: BrowserWindow | undefined
): Promise<string | null> {
  const options = {
    title: 'Save a support file',
    defaultPath: path.join(app.getPath('documents'), suggestion),
    filters: [{ name: 'ZIP archive', extensions: ['zip'] }]
  }
  const { canceled, filePath } = await (parent
    ? dialog.showSaveDialog(parent, options)
    : dialog.showSaveDialog(options))
  return canceled || filePath === '' ? null : filePath
}
