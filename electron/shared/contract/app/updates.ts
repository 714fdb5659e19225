import * as v from 'valibot'
import type { Problem } from '../../domain/base/problem'
import { call } from '../base/call'

/** How a newer version gets onto this computer. */
export type InstallWay = 'apt' | 'page' | 'installer'

export interface AvailableUpdate {
  readonly version: string
  readonly released: string
  readonly page: string
  readonly way: InstallWay
  /** Where the installer is downloaded from; null if the way is another. */
  readonly installerHost: string | null
  readonly dismissed: boolean
}

export type UpdateDownload =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly bytes: number; readonly of: number }
  | { readonly state: 'ready' }
  | { readonly state: 'failed'; readonly problem: Problem }

export interface UpdatesState {
  /** The running version. */
  readonly version: string
  /** The URL of the manifest; null if this build has no update source. */
  readonly source: string | null
  readonly on: boolean
  readonly checking: boolean
  /** When the last check ended. Milliseconds since the epoch, like all times here. */
  readonly lastCheck: number | null
  /** The verified manifest: only a valid one says whether this version is the newest. */
  readonly information: 'none' | 'expired' | 'valid'
  readonly nextCheck: number | null
  /** Why the last check failed. */
  readonly problem: Problem | null
  /** Since when every check failed; null unless for a week or longer. */
  readonly failingSince: number | null
  readonly available: AvailableUpdate | null
  readonly download: UpdateDownload
  /** An older version ran before, so the changes of this one are offered. */
  readonly wasUpdated: boolean
}

export interface ReleaseNotes {
  readonly version: string
  /** The date, if it is known. */
  readonly released: string | null
  readonly text: string
}

export const updatesCalls = {
  read: call(v.undefined()).returns<UpdatesState>(),
  check: call(v.undefined()).returns<UpdatesState>(),
  /** The newest version first: what is announced, the running version, and those skipped before it. */
  notes: call(v.undefined()).returns<readonly ReleaseNotes[]>(),
  /** Hides what is announced now. */
  dismiss: call(v.undefined()).returns<UpdatesState>(),
  /** Opens the download page in the default browser. */
  openPage: call(v.undefined()).returns<null>(),
  download: call(v.undefined()).returns<UpdatesState>(),
  cancelDownload: call(v.undefined()).returns<UpdatesState>(),
  /** Deletes the downloaded installer. */
  discardInstaller: call(v.undefined()).returns<UpdatesState>()
}

export interface UpdatesPushes {
  'updates.changed': UpdatesState
}
export const updatesPushes = ['updates.changed'] as const
