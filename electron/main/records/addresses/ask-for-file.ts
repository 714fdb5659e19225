import path from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'

const kinds = {
  csv: { name: 'CSV table', extensions: ['csv'] },
  json: { name: 'JSON', extensions: ['json'] }
}
type ExportFormat = keyof typeof kinds

/** Where the export shall go; null when the person thought better of it. */
export async function askForFile(
  format: ExportFormat,
  partial: boolean,
  parent: BrowserWindow | undefined
): Promise<string | null> {
  const options = {
    title: 'Export addresses',
    defaultPath: path.join(
      app.getPath('documents'),
      `${partial ? 'deposit-addresses-partial' : 'deposit-addresses'}.${format}`
    ),
    filters: [kinds[format]]
  }
  const { canceled, filePath } = await (parent
    ? dialog.showSaveDialog(parent, options)
    : dialog.showSaveDialog(options))
  return canceled || filePath === '' ? null : filePath
}
