import * as v from 'valibot'
import type { CommandId } from './commands'
import { call } from '../base/call'
import type { WindowContent } from '../workspace/windows'

export interface About {
  readonly version: string
  readonly electron: string
  readonly chromium: string
  readonly node: string
  readonly system: string
  /** True when the runtime is the older registry-hosted one, meant for tests and closed networks. */
  readonly olderRuntime: boolean
}

export interface Licence {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** What a window learns when it says that it is ready. */
export interface WindowStart {
  readonly windowId: string
  readonly content: WindowContent
  readonly onTop: boolean
  /** A sentence for each thing that was found damaged or set aside at start-up. */
  readonly notices: readonly string[]
  /** `careful`: its panels are shown one after the other, each after it was named to main. */
  readonly panels: { readonly careful: boolean; readonly stopped: readonly string[] }
}

export const appCalls = {
  /** The window listens now: main hands over its queued pushes and its feed port. */
  ready: call(v.undefined()).returns<WindowStart>(),
  about: call(v.undefined()).returns<About>(),
  licences: call(v.undefined()).returns<readonly Licence[]>(),
  /** A start-up mark, in milliseconds since the epoch. */
  mark: call(v.object({ name: v.pipe(v.string(), v.maxLength(40)), at: v.number() })).returns<null>(),
  /** An error that the window caught, for the log. */
  reportError: call(
    v.object({
      message: v.pipe(v.string(), v.maxLength(2000)),
      stack: v.optional(v.pipe(v.string(), v.maxLength(8000)))
    })
  ).returns<null>(),
  /** Opens an address of the allow-list in the system's browser. */
  openExternal: call(v.object({ url: v.pipe(v.string(), v.maxLength(2000)) })).returns<null>(),
  copyText: call(v.object({ text: v.pipe(v.string(), v.maxLength(1_000_000)) })).returns<null>(),
  quit: call(v.undefined()).returns<null>()
}

export interface AppPushes {
  /** A menu item or an accelerator asks the window to run a command of the registry. */
  'app.command': { readonly id: CommandId }
  'app.notice': {
    readonly sentence: string
    readonly kind: 'information' | 'warning' | 'error'
    /** What the window can do about it, as a button of the notice. */
    readonly offer?: { readonly label: string; readonly command: CommandId }
  }
}
export const appPushes = ['app.command', 'app.notice'] as const
