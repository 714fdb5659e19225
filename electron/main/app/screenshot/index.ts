import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { app } from 'electron'
import type { WindowContent } from '#shared/contract/workspace/windows'
import { panelSpecs } from '#shared/domain/workspace/index'
import { screenshotText } from '#shared/messages/app-process'
import type { Marks } from '../../base/startup/marks'
import type { Workspaces } from '../../workspace'
import { deskContent } from '../../workspace/windows/content'
import type { Options } from '../start/options'
import type { OpenWindow, WindowRegistry } from '../../workspace/windows/registry'
import { pictureName } from './names'
import { painted } from './painted'
import { whyUnwritable } from './target'

const maxWait = 60_000

interface Ending {
  readonly options: Options
  readonly windows: WindowRegistry
  readonly marks: Marks
  readonly settled: Promise<unknown>
  /** Whether live figures are expected, once known. */
  readonly expectsLive: () => boolean
  readonly exit: (code: number) => void
}

/** Exits with a message if the options are invalid or a target is not writable. */
export function isPossible({ problem, shot, marks }: Options): boolean {
  const reason = problem ?? (shot && whyUnwritable(shot)) ?? (marks && whyUnwritable(marks))
  if (!reason) return true
  complain(reason)
  app.exit(1)
  return false
}

/** The content of the one window, if a view or a panel was asked for. */
export function contentToPicture(
  { view, panel }: Options,
  workspaces: Workspaces
): WindowContent | undefined {
  if (panel) return { kind: 'workspace', workspace: workspaces.addWithPanel(panel) }
  return view ? deskContent(view) : undefined
}

/** Whether live figures will be drawn, if anything is connected. */
const drawsFigures = ({ panel }: Options) => panel === null || panelSpecs[panel].mutes

/**
 * For `--shot` and `--marks`: waits until every window has painted and the first connection has succeeded or failed,
 * writes the files and exits.
 */
export async function writeAndEnd({
  options,
  windows,
  marks,
  settled,
  expectsLive: isConnected,
  exit
}: Ending): Promise<void> {
  if (!options.shot && !options.marks) return
  const expectsLive = () => isConnected() && drawsFigures(options)
  const { size, after } = options
  if (size) for (const { browser } of windows.all) browser.setContentSize(size.width, size.height)
  const tooLate = setTimeout(
    () => {
      const waiting = windows.all.filter((window) => !marks.has(window.id, 'painted'))
      const why =
        waiting.map((window) => lastSeen(window, marks)).join('; ') || screenshotText.connectionUnsettled
      complain(screenshotText.notReady(why))
      exit(1)
    },
    maxWait + after * 1000
  )
  try {
    await settled
    await Promise.all(windows.all.map((window) => whenPainted(window, marks, expectsLive())))
    if (options.marks) writeFileSync(options.marks, `${JSON.stringify({ marks: marks.all() }, null, 2)}\n`)
    if (options.shot) {
      await pause(after * 1000)
      await Promise.all(windows.all.map((window) => painted(window, marks, expectsLive())))
      await takePictures(options.shot, windows)
    }
    exit(0)
  } catch (problem) {
    complain(screenshotText.failed(problem instanceof Error ? problem.message : String(problem)))
    exit(1)
  } finally {
    clearTimeout(tooLate)
  }
}

/** The last startup mark of a window. */
function lastSeen({ id }: OpenWindow, marks: Marks): string {
  const last = marks.all().findLast((mark) => mark.process === id)
  return last ? screenshotText.lastStep(id, last.name) : screenshotText.noStep(id)
}

async function whenPainted(window: OpenWindow, marks: Marks, expectsLive: boolean) {
  const gone = new Promise<never>((_done, failed) => {
    window.browser.webContents.once('render-process-gone', (_event, { reason }) =>
      failed(new Error(screenshotText.pageGone(window.id, reason)))
    )
    window.browser.webContents.once('did-fail-load', (_event, code, description, address) =>
      failed(new Error(screenshotText.notLoaded(address, description || String(code))))
    )
  })
  await Promise.race([painted(window, marks, expectsLive), gone])
  marks.set(window.id, 'painted')
}

async function takePictures(file: string, windows: WindowRegistry) {
  for (const [index, window] of windows.all.entries()) {
    const picture = await window.browser.webContents.capturePage()
    writeFileSync(pictureName(file, index), picture.toPNG())
  }
}

const complain = (reason: string) => void process.stderr.write(`${reason}\n`)
