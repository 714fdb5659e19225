import type { BrowserWindow } from 'electron'
import { NotPlainFile, readPlainFile } from '#engine/base/files/index'
import { fileNameOf, largestFile, workspaceFrom } from '#engine/workspace/index'
import { fail, ProblemError } from '#shared/domain/base/problem'
import type { Workspace } from '#shared/domain/workspace/index'
import { askToOpen, saveAs } from '../base/dialogs'

export const saveWorkspace = (workspace: Workspace, text: string, parent: BrowserWindow | undefined) =>
  saveAs(
    text,
    { title: `Save “${workspace.name}” as a file`, name: fileNameOf(workspace), type: 'json' },
    parent
  )

export async function loadWorkspace(parent: BrowserWindow | undefined): Promise<Workspace | null> {
  const filters = [{ name: 'Leadline workspace', extensions: ['json'] }]
  const file = await askToOpen({ title: 'Open a workspace file', properties: ['openFile'], filters }, parent)
  return file === null ? null : readWorkspace(file)
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
