import { toProblem } from '#shared/domain/base/problem'
import { mainFrame, type Frame, type Workspace } from '#shared/domain/workspace/index'
import type { WindowContent } from '#shared/contract/workspace/windows'
import { keyOf, minSizeOf } from './windows/content'
import { apart } from './windows/apart'
import { placeAtPointer } from './windows/placement'
import type { Displays } from './windows/geometry'
import type { OpenWindow, WindowRegistry } from './windows/registry'
import { sizeFor } from './frame-size'

interface FrameWindowsPorts {
  readonly registry: WindowRegistry
  readonly displays: Displays
  readonly workspaces: () => readonly Workspace[]
  /** Puts the panels of the frame back into the desk; fails where the layout is locked. */
  readonly giveBack: (workspace: string, frame: string) => void
  /** The window stays, and says why. */
  readonly refused: (windowId: string, sentence: string) => void
}

/** A window for each frame that is popped out of a workspace, as long as it is there, and no other. */
export class FrameWindows {
  #started = false
  /** Windows that close because their frame is gone. */
  readonly #released = new Set<string>()

  constructor(private readonly ports: FrameWindowsPorts) {}

  /** From here on windows follow; before, those of the last session are opened. */
  start(): void {
    this.#started = true
    this.follow()
  }

  follow(): void {
    const { registry } = this.ports
    // Without any window Leadline waits in the tray, and opens none by itself.
    if (!this.#started || registry.quitting || registry.all.length === 0) return
    const workspaces = this.ports.workspaces()
    this.#closeGone(workspaces)
    for (const workspace of workspaces) {
      for (const frame of workspace.frames) if (frame.id !== mainFrame) this.#show(workspace, frame)
    }
  }

  /**
   * Closed by the person, its panels go back into the desk. With the app they stay where they are, and the last window
   * ends the app, or leaves it in the tray.
   */
  watch(window: OpenWindow): void {
    const { registry } = this.ports
    const { id, browser, content } = window
    if (content.kind !== 'frame') return
    browser.on('close', (event) => {
      // An earlier listener may have kept the window open.
      if (event.defaultPrevented || this.#released.has(id)) return
      if (registry.quitting || registry.all.length === 1) return
      this.#released.add(id)
      try {
        this.ports.giveBack(content.workspace, content.frame)
      } catch (thrown) {
        this.#released.delete(id)
        event.preventDefault()
        this.ports.refused(id, toProblem(thrown).sentence)
      }
    })
    browser.on('closed', () => {
      if (this.#released.delete(id) || registry.quitting || registry.all.length === 0) return
      this.#ended(content)
    })
  }

  openWorkspace(workspace: string): void {
    const { registry } = this.ports
    const content: WindowContent = { kind: 'workspace', workspace }
    const open = registry.byKey(keyOf(content) ?? '')
    if (open) registry.bringToFront(open)
    else registry.open(content)
  }

  /** The close was not asked about: where the layout is locked, the panels get a window again. */
  #ended({ workspace, frame }: Extract<WindowContent, { kind: 'frame' }>): void {
    try {
      this.ports.giveBack(workspace, frame)
    } catch {
      this.follow()
    }
  }

  #show(workspace: Workspace, frame: Frame): void {
    const { registry, displays } = this.ports
    const content: WindowContent = { kind: 'frame', workspace: workspace.id, frame: frame.id }
    const key = keyOf(content)
    // One that is closing already is none any more.
    if (registry.all.some((window) => window.key === key && !this.#released.has(window.id))) return
    const smallest = minSizeOf(content)
    const place = placeAtPointer(displays, sizeFor(workspace, frame), smallest)
    const others = registry.all.map((window) => window.place)
    registry.open(content, { first: apart(place, others, displays, smallest) })
  }

  #closeGone(workspaces: readonly Workspace[]): void {
    const { registry } = this.ports
    const gone: OpenWindow[] = []
    for (const window of registry.all) {
      const { id, content } = window
      if (content.kind === 'desk') {
        const isThere = workspaces.some((workspace) => workspace.id === content.workspace)
        if (content.workspace !== null && !isThere) registry.setContent(id, { ...content, workspace: null })
        continue
      }
      const workspace = workspaces.find((each) => each.id === content.workspace)
      const isThere =
        content.kind === 'workspace' || workspace?.frames.some((frame) => frame.id === content.frame)
      if ((!workspace || !isThere) && !this.#released.has(id)) gone.push(window)
    }
    // An action in a window must not crash the app.
    if (gone.length > 0 && gone.length === registry.all.length) registry.openDesk()
    for (const { id, browser } of gone) {
      this.#released.add(id)
      // Not from within the event that closes it already.
      setImmediate(() => browser.isDestroyed() || browser.close())
    }
  }
}
