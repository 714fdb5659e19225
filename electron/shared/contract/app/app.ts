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

export interface WindowStart {
  readonly windowId: string
  readonly content: WindowContent
  readonly onTop: boolean
  /** One sentence for each file that was damaged or quarantined at startup. */
  readonly notices: readonly string[]
  /** One sentence for each file whose changes are not saved. */
  readonly unsaved: readonly string[]
  /** `careful`: panels are restored one at a time, and main is notified before each. */
  readonly panels: { readonly careful: boolean; readonly stopped: readonly string[] }
}

export const appCalls = {
  /** The window is ready: main sends its queued pushes and its feed port. */
  ready: call(v.undefined()).returns<WindowStart>(),
  about: call(v.undefined()).returns<About>(),
  licences: call(v.undefined()).returns<readonly Licence[]>(),
  mark: call(v.object({ name: v.pipe(v.string(), v.maxLength(40)), at: v.number() })).returns<null>(),
  reportError: call(
    v.object({
      message: v.pipe(v.string(), v.maxLength(2000)),
      stack: v.optional(v.pipe(v.string(), v.maxLength(8000)))
    })
  ).returns<null>(),
  /** Opens a URL on the allow-list in the default browser. */
  openExternal: call(v.object({ url: v.pipe(v.string(), v.maxLength(2000)) })).returns<null>(),
  copyText: call(v.object({ text: v.pipe(v.string(), v.maxLength(1_000_000)) })).returns<null>(),
  quit: call(v.undefined()).returns<null>()
}

export interface AppPushes {
  'app.command': { readonly id: CommandId }
  'app.notice': {
    readonly sentence: string
    readonly kind: 'information' | 'success' | 'warning' | 'error'
    /** An action the window offers with the notice. */
    readonly offer?: { readonly label: string; readonly command: CommandId }
  }
  'app.unsaved': readonly string[]
}
export const appPushes = ['app.command', 'app.notice', 'app.unsaved'] as const
