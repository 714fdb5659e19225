import type { Bridge } from '#shared/contract/index'
import type { FeedFrame } from '#shared/contract/market/feed'

/** What a test's own script in a page has heard of the feed. */
interface Listening {
  readonly ports: MessagePort[]
  readonly frames: FeedFrame[]
  closed: number
  /** What was to be drawn while the test keeps the page from it; null while it draws. */
  held?: FrameRequestCallback[] | null
}

interface RawResult {
  readonly ok: boolean
  readonly error?: { readonly code: string; readonly detail?: string }
}

/** What axe-core finds, as far as it is read here. */
interface AxeFindings {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
  }[]
}

declare global {
  interface Window {
    /** Set by the preload. */
    readonly leadline?: Bridge
    // The rest is put there by tests, and by them alone.
    listening?: Listening
    heard?: string[]
    connection?: RTCPeerConnection
    axe?: { readonly run: (root: Document, options: object) => Promise<AxeFindings> }
    raw?: (...words: unknown[]) => Promise<RawResult>
  }
  /** In main: the addresses that were to be opened outside. */
  var opened: string[] | undefined
  /** In main: what a test may put something else in place of. */
  var originals:
    | {
        readonly dialog: Electron.Dialog
        readonly shell: Electron.Shell
        readonly bounds: Electron.Rectangle | null
      }
    | undefined
  /** In main: the questions that were put to the person. */
  var asked: unknown[] | undefined
  /** In main: ends what a test has put in place of the system. */
  var undo: (() => void | Promise<void>) | undefined
}
