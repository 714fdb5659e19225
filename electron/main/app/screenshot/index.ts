import { writeFileSync } from 'node:fs'
import { app } from 'electron'
import { screenshotText } from '#shared/messages/app-process'
import type { Marks } from '../../base/startup/marks'
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
  /** Once it is settled: whether there is a market to draw. */
  readonly expectsLive: () => boolean
  readonly exit: (code: number) => void
}

/** Says so and ends if a picture or the marks are asked for where they cannot be written. */
export function targetsWritable(options: Options): boolean {
  for (const file of [options.shot, options.marks]) {
    const reason = file && whyUnwritable(file)
    if (!reason) continue
    complain(reason)
    app.exit(1)
    return false
  }
  return true
}

/**
 * For `--shot` and `--marks`: waits until every window has painted, writes what was asked for, and ends the app. It
 * also waits for `settled`: the connection of the start stands, or it is known why not.
 */
export async function writeAndEnd({
  options,
  windows,
  marks,
  settled,
  expectsLive,
  exit
}: Ending): Promise<void> {
  if (!options.shot && !options.marks) return
  const tooLate = setTimeout(() => {
    const waiting = windows.all.filter((window) => !marks.has(window.id, 'painted'))
    const why =
      waiting.map((window) => lastSeen(window, marks)).join('; ') || screenshotText.connectionUnsettled
    complain(screenshotText.notReady(why))
    exit(1)
  }, maxWait)
  try {
    await settled
    await Promise.all(windows.all.map((window) => whenPainted(window, marks, expectsLive())))
    if (options.marks) writeFileSync(options.marks, `${JSON.stringify({ marks: marks.all() }, null, 2)}\n`)
    if (options.shot) {
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

/** The last start-up step that a window reached. */
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
