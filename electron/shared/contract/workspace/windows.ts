import * as v from 'valibot'
import { call } from '../base/call'
import { viewSchema, type View } from './views'

/** The whole desk, one workspace, or one popped-out layout of a workspace. */
export type WindowContent =
  | { readonly kind: 'desk'; readonly view: View; readonly workspace: string | null }
  | { readonly kind: 'workspace'; readonly workspace: string }
  | { readonly kind: 'frame'; readonly workspace: string; readonly frame: string }

/** Fits all the IDs of a lookup. */
const maxRest = 10_000

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

export const windowsCalls = {
  /** Opens another desk; `rest` is passed to the view, for example an ID. */
  open: call(
    v.object({ view: viewSchema, rest: v.optional(v.pipe(v.string(), v.maxLength(maxRest))) })
  ).returns<null>(),
  /** Opens the workspace in a window, or focuses its window. */
  openWorkspace: call(v.object({ workspace: id })).returns<null>(),
  close: call(v.undefined()).returns<null>(),
  rememberView: call(v.object({ view: viewSchema })).returns<null>(),
  rememberWorkspace: call(v.object({ workspace: id })).returns<null>(),
  /** Saved across restarts. */
  stayOnTop: call(v.object({ onTop: v.boolean() })).returns<null>(),
  /** The panel about to be shown, in case the window stops answering; null once all are shown. */
  restoring: call(
    v.object({
      panel: v.nullable(v.object({ panel: id, name: v.pipe(v.string(), v.maxLength(200)) }))
    })
  ).returns<null>(),
  removeStopped: call(v.object({ panel: id })).returns<null>(),
  /** Saved across restarts. */
  toggleFullScreen: call(v.undefined()).returns<null>(),
  /** The answer to `windows.ending`: whether the window may be pictured now. */
  ending: call(v.object({ isPicturable: v.boolean() })).returns<null>()
}

export interface WindowsPushes {
  'windows.show': { readonly view: View; readonly rest: string }
  /** The window is about to close, or stays open after all. */
  'windows.ending': { readonly isEnding: boolean }
}
export const windowsPushes = ['windows.show', 'windows.ending'] as const
