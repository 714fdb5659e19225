import * as v from 'valibot'
import { call } from '../base/call'
import { viewSchema, type View } from './views'

/**
 * What a window is for: the whole desk with its views and the tabs of all workspaces; one workspace and nothing else; or
 * one frame of a workspace, popped out.
 */
export type WindowContent =
  | { readonly kind: 'desk'; readonly view: View; readonly workspace: string | null }
  | { readonly kind: 'workspace'; readonly workspace: string }
  | { readonly kind: 'frame'; readonly workspace: string; readonly frame: string }

/** Enough for the IDs of a whole look-up. */
const maxRest = 10_000

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

export const windowsCalls = {
  /** A further desk; `rest` is what its view is to show there, an id for example. */
  open: call(
    v.object({ view: viewSchema, rest: v.optional(v.pipe(v.string(), v.maxLength(maxRest))) })
  ).returns<null>(),
  /** The workspace alone in a window of its own; the one that has it already comes to the front. */
  openWorkspace: call(v.object({ workspace: id })).returns<null>(),
  close: call(v.undefined()).returns<null>(),
  /** Kept with the window's place, so that a restart shows the same view. */
  rememberView: call(v.object({ view: viewSchema })).returns<null>(),
  rememberWorkspace: call(v.object({ workspace: id })).returns<null>(),
  /** Above all other windows of the computer, until it is said otherwise; kept over a restart. */
  stayOnTop: call(v.object({ onTop: v.boolean() })).returns<null>(),
  /** What is about to be shown, so that main knows it if the window stops answering; null: all is shown. */
  restoring: call(
    v.object({
      panel: v.nullable(v.object({ panel: id, name: v.pipe(v.string(), v.maxLength(200)) }))
    })
  ).returns<null>(),
  /** A panel that stopped answering is no longer in its workspace. */
  removeStopped: call(v.object({ panel: id })).returns<null>(),
  /** All of its display, or no longer; kept over a restart. */
  toggleFullScreen: call(v.undefined()).returns<null>()
}

export interface WindowsPushes {
  /** What this window was opened for. */
  'windows.show': { readonly view: View; readonly rest: string }
}
export const windowsPushes = ['windows.show'] as const
