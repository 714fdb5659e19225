import path from 'node:path'
import { dialog, type BrowserWindow } from 'electron'
import type { WorkspaceStore } from '#engine/workspace/index'
import { plainLine } from '#shared/domain/base/plain-line'
import { toProblem } from '#shared/domain/base/problem'
import { marketOf, panelSpecs, type Workspace } from '#shared/domain/workspace/index'
import { workspaceText } from '#shared/messages/workspace'
import { readWorkspace } from './files'

interface ImportParts {
  readonly store: Pick<WorkspaceStore, 'take' | 'nameFor'>
  readonly parent: BrowserWindow
  /** Shows the new workspace. */
  readonly added: (workspace: string) => void
  readonly refused: (sentence: string) => void
}

const maxNamed = 12
const maxNameLength = 80
const text = workspaceText.import

/** For a file that the system opened: says what it would add, and asks. */
export async function importWorkspace(file: string, parts: ImportParts): Promise<void> {
  const { store, parent, added, refused } = parts
  const name = plainLine(path.basename(file)).slice(0, maxNameLength)
  try {
    const workspace = await readWorkspace(file)
    const shownName = plainLine(store.nameFor(workspace))
    const { response } = await dialog.showMessageBox(parent, {
      type: 'question',
      title: text.title,
      message: text.message(shownName),
      detail: [...summaryOf(workspace), '', text.file(name), text.nothingChanged].join('\n'),
      buttons: [text.add, text.cancel],
      defaultId: 1,
      cancelId: 1,
      noLink: true
    })
    if (response !== 0) return
    const { made } = store.take(workspace)
    if (made !== null) added(made)
  } catch (problem) {
    refused(text.refused(name, toProblem(problem).sentence))
  }
}

function summaryOf({ panels, frames, links }: Workspace): string[] {
  const all = Object.values(panels)
  const kinds = [...new Set(all.map(({ kind }) => kind))].map((kind) =>
    text.panels(panelSpecs[kind].title, all.filter((panel) => panel.kind === kind).length)
  )
  const markets = [...new Set(all.flatMap((panel) => marketOf(panel, links) ?? []))].sort()
  return [
    text.panelList(all.length, kinds),
    ...(markets.length > 0
      ? [
          text.markets(
            markets.slice(0, maxNamed).map((market) => plainLine(market)),
            markets.length - maxNamed
          )
        ]
      : []),
    ...(frames.length > 1 ? [text.windows(frames.length - 1)] : [])
  ]
}
