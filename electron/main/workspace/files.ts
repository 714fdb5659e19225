import type { BrowserWindow } from 'electron'
import { NotPlainFile, readPlainFile } from '#engine/base/files/index'
import { fileNameOf, maxFileBytes, workspaceExtension, workspaceFrom } from '#engine/workspace/index'
import { fail, ProblemError } from '#shared/domain/base/problem'
import type { Workspace } from '#shared/domain/workspace/index'
import { dialogText } from '#shared/messages/base'
import { askToOpen, saveAs } from '../base/dialogs'
import { workspaceText } from '#shared/messages/workspace'

export const saveWorkspace = (workspace: Workspace, text: string, parent: BrowserWindow | undefined) =>
  saveAs(
    text,
    { title: dialogText.save.workspace(workspace.name), name: fileNameOf(workspace), type: 'workspace' },
    parent
  )

export async function loadWorkspace(parent: BrowserWindow | undefined): Promise<Workspace | null> {
  const filters = [{ name: dialogText.types.workspace, extensions: [workspaceExtension, 'json'] }]
  const file = await askToOpen({ title: dialogText.openWorkspace, properties: ['openFile'], filters }, parent)
  return file === null ? null : readWorkspace(file)
}

export async function readWorkspace(file: string): Promise<Workspace> {
  try {
    return workspaceFrom((await readPlainFile(file, maxFileBytes)).toString('utf8'))
  } catch (problem) {
    if (problem instanceof ProblemError) throw problem
    if (problem instanceof NotPlainFile)
      throw fail('workspace.not-one', workspaceText.file.notPlain(problem.words))
    throw fail('workspace.unreadable', workspaceText.file.unreadable(file), {
      retryable: true,
      cause: problem
    })
  }
}
