import path from 'node:path'
import { quietOption } from '#engine/app/login/index'
import { views, type View } from '#shared/contract/workspace/views'
import { panelKinds, type PanelKind } from '#shared/domain/workspace/index'
import { screenshotText } from '#shared/messages/app-process'
import type { Size } from '../../workspace/windows/geometry'

/** Command line options. Chromium's own switches are ignored. */
export interface Options {
  readonly userData: string | null
  /** Save a screenshot of every window and exit. */
  readonly shot: string | null
  /** Open a single window with this view. */
  readonly view: View | null
  /** Open a single window with a panel of this kind. */
  readonly panel: PanelKind | null
  /** The window size in screenshots. */
  readonly size: Size | null
  /** Seconds before the screenshots. */
  readonly after: number
  /** Write the startup marks and exit. */
  readonly marks: string | null
  /** The sandbox's messages per second; null for the default. */
  readonly sandboxRate: number | null
  /** A file with the update source; ignored by an installed app. */
  readonly updateSource: string | null
  /** Open one more window if the app is running. */
  readonly newWindow: boolean
  /** Start without windows, as at login. */
  readonly startInTray: boolean
  /** Print this and exit. */
  readonly print: 'version' | 'usage' | null
  /** Why these options cannot be used. */
  readonly problem: string | null
}

const maxAfter = 3600

/** The options with a value, which may be the next argument. */
export const valuedOptions = [
  'user-data',
  'shot',
  'view',
  'panel',
  'size',
  'after',
  'marks',
  'sandbox-rate',
  'update-source'
] as const
type ValuedOption = (typeof valuedOptions)[number]

export function readOptions(args: readonly string[], folder: string): Options {
  // After `--`, arguments may be links from outside.
  const mark = args.indexOf('--')
  const own = mark < 0 ? args : args.slice(0, mark)
  const valueOf = (name: ValuedOption) => {
    const prefix = `--${name}=`
    const at = own.findLastIndex((arg) => arg === `--${name}` || arg.startsWith(prefix))
    if (at < 0) return undefined
    if (own[at] !== `--${name}`) return own[at]?.slice(prefix.length)
    const next = own[at + 1]
    return next?.startsWith('-') ? undefined : next
  }
  const pathOf = (name: ValuedOption) => {
    const value = valueOf(name)
    return value ? path.resolve(folder, value) : null
  }
  const wholeOf = (name: ValuedOption, max: number) => {
    const value = Number(valueOf(name))
    return Number.isInteger(value) && value >= 1 && value <= max ? value : null
  }
  const [wantedView, wantedPanel] = [valueOf('view'), valueOf('panel')]
  const view = views.find((name) => name === wantedView) ?? null
  const panel = panelKinds.find((name) => name === wantedPanel) ?? null
  const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(valueOf('size') ?? '') ?? []
  return {
    userData: pathOf('user-data'),
    shot: pathOf('shot'),
    view,
    panel,
    size: width && height ? { width: Number(width), height: Number(height) } : null,
    after: wholeOf('after', maxAfter) ?? 0,
    marks: pathOf('marks'),
    sandboxRate: wholeOf('sandbox-rate', 50_000),
    updateSource: pathOf('update-source'),
    newWindow: own.includes('--new-window'),
    startInTray: own.includes(quietOption),
    print: own.includes('--version') ? 'version' : own.includes('--help') ? 'usage' : null,
    problem:
      wantedView !== undefined && !view
        ? screenshotText.unknownView(wantedView, views)
        : wantedPanel !== undefined && !panel
          ? screenshotText.unknownPanel(wantedPanel, panelKinds)
          : null
  }
}
