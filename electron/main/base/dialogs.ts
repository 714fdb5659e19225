import path from 'node:path'
import { app, dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'
import { diskReason, writeAtomically } from '#engine/base/files/index'
import { fail } from '#shared/domain/base/problem'
import { dialogText } from '#shared/messages/base'

const extensions = {
  png: 'png',
  csv: 'csv',
  pdf: 'pdf',
  json: 'json',
  zip: 'zip',
  workspace: 'leadline-workspace'
} as const

interface SaveOptions {
  readonly title: string
  /** The suggested file name. */
  readonly name: string
  readonly type: keyof typeof extensions
}

/** Null if the user cancels. */
export async function askToSave(
  { title, name, type }: SaveOptions,
  parent: BrowserWindow | undefined
): Promise<string | null> {
  const defaultPath = path.join(app.getPath('documents'), name)
  const filters = [{ name: dialogText.types[type], extensions: [extensions[type]] }]
  const options = { title, defaultPath, filters }
  const { canceled, filePath } = await (parent
    ? dialog.showSaveDialog(parent, options)
    : dialog.showSaveDialog(options))
  return canceled || filePath === '' ? null : filePath
}

/** Null if the user cancels. */
export async function askToOpen(
  options: OpenDialogOptions,
  parent: BrowserWindow | undefined
): Promise<string | null> {
  const { canceled, filePaths } = await (parent
    ? dialog.showOpenDialog(parent, options)
    : dialog.showOpenDialog(options))
  return canceled ? null : (filePaths[0] ?? null)
}

export const askForFolder = (
  title: string,
  buttonLabel: string,
  parent: BrowserWindow | undefined
): Promise<string | null> =>
  askToOpen(
    { title, buttonLabel, properties: ['openDirectory', 'createDirectory', 'promptToCreate'] },
    parent
  )

/** Null if the user cancels. */
export async function saveAs(
  content: Buffer | string,
  options: SaveOptions,
  parent: BrowserWindow | undefined
): Promise<{ readonly path: string } | null> {
  const file = await askToSave(options, parent)
  if (file === null) return null
  await saveFile(file, content)
  return { path: file }
}

export async function saveFile(file: string, content: Buffer | string): Promise<void> {
  try {
    await writeAtomically(file, content)
  } catch (problem) {
    const sentence = dialogText.save.failed(path.basename(file), path.dirname(file), diskReason(problem))
    throw fail('file.not-saved', sentence, { retryable: true, cause: problem })
  }
}
