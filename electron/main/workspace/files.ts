import path from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import { NotPlainFile, readPlainFile, writeAtomically } from '#engine/base/files/index'
import { fileNameOf, largestFile, workspaceFrom } from '#engine/workspace/index'
import { fail, ProblemError } from '#shared/domain/base/problem'
import type { Workspace } from '#shared/domain/workspace/index'

const filters = [{ name: 'Workspace of Leadline', extensions: ['json'] }]

/** Null when the person thought better of it. */
export async function saveWorkspace(
  workspace: Workspace,
  text: string,
  parent: BrowserWindow | undefined
): Promise<{ path: string } | null> {
  const options = {
    title: `Save “${workspace.name}” as a file`,
    defaultPath: path.join(app.getPath('documents'), fileNameOf(workspace)),
    filters
  }
  const { canceled, filePath } = await (parent
    ? dialog.showSaveDialog(parent, options)
    : dialog.showSaveDialog(options))
  if (canceled || filePath === '') return null
  try {
    await writeAtomically(filePath, text)
  } catch (problem) {
    throw fail('workspace.not-saved', `The workspace could not be written to ${filePath}.`, {
      retryable: true,
      cause: problem
    })
  }
  return { path: filePath }
}

export async function loadWorkspace(parent: BrowserWindow | undefined): Promise<Workspace | null> {
  const options = { title: 'Open a workspace file', properties: ['openFile' as const], filters }
  const { canceled, filePaths } = await (parent
    ? dialog.showOpenDialog(parent, options)
    : dialog.showOpenDialog(options))
  const [file] = filePaths
  return canceled || file === undefined ? null : readWorkspace(file)
}

async function readWorkspace(file: string): Promise<Workspace> {
  try {
    return workspaceFrom((await readPlainFile(file, largestFile)).toString('utf8'))
  } catch (problem) {
    if (problem instanceof ProblemError) throw problem
    if (problem instanceof NotPlainFile)
      throw fail('workspace.not-one', `This is not a workspace file: it ${problem.words}.`)
    throw fail('workspace.unreadable', `The file ${file} cannot be read.`, {
      retryable: true,
      cause: problem
    })
  }
}
