import type { Bridge } from '#shared/contract/index'
import type { FeedFrame } from '#shared/contract/market/feed'

/** Data of a test script. */
interface Listening {
  readonly ports: MessagePort[]
  readonly frames: FeedFrame[]
  closed: number
  /** Held animation frames, or null. */
  held?: FrameRequestCallback[] | null
}

interface RawResult {
  readonly ok: boolean
  readonly error?: { readonly code: string; readonly detail?: string }
}

interface AxeFindings {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
  }[]
}

declare global {
  interface Window {
    readonly leadline?: Bridge
    // Set by tests.
    listening?: Listening
    received?: string[]
    connection?: RTCPeerConnection
    axe?: { readonly run: (root: string, options: object) => Promise<AxeFindings> }
    raw?: (...words: unknown[]) => Promise<RawResult>
  }
  /** In main: URLs opened outside. */
  var opened: string[] | undefined
  /** In main: replaced functions. */
  var originals:
    | {
        readonly dialog: Electron.Dialog
        readonly shell: Electron.Shell
        readonly bounds: Electron.Rectangle | null
      }
    | undefined
  /** In main: dialogs shown. */
  var asked: unknown[] | undefined
  /** In main: how often a page has begun to hang. */
  var hangs: number | undefined
  /** In main: restores replaced functions. */
  var undo: (() => void | Promise<void>) | undefined
}
