import { toProblem } from '#shared/domain/base/problem'
import { mainLayout, type WindowLayout, type Workspace } from '#shared/domain/workspace/index'
import type { WindowContent } from '#shared/contract/workspace/windows'
import { keyOf, minSizeOf } from './windows/content'
import { cascade } from './windows/cascade'
import { placementAtPointer } from './windows/placement'
import type { Displays } from './windows/geometry'
import type { OpenWindow, WindowRegistry } from './windows/registry'
import { sizeFor } from './layout-size'

interface FrameWindowsPorts {
  readonly registry: WindowRegistry
  readonly displays: Displays
  readonly workspaces: () => readonly Workspace[]
  /** Returns the panels to the desk; throws if the layout is locked. */
  readonly returnToDesk: (workspace: string, frame: string) => void
  /** The window stays open. */
  readonly refused: (windowId: string, sentence: string) => void
}

/** Keeps one window per popped-out layout. */
export class LayoutWindows {
  #started = false
  /** Windows that close because their layout was removed. */
  readonly #released = new Set<string>()

  constructor(private readonly ports: FrameWindowsPorts) {}

  /** Starts once the windows of the last session are open. */
  start(): void {
    this.#started = true
    this.follow()
  }

  follow(): void {
    const { registry } = this.ports
    // In the tray, without windows, none is opened.
    if (!this.#started || registry.quitting || registry.all.length === 0) return
    const workspaces = this.ports.workspaces()
    this.#closeGone(workspaces)
    for (const workspace of workspaces) {
      for (const frame of workspace.frames) if (frame.id !== mainLayout) this.#show(workspace, frame)
    }
  }

  /** When the user closes the window, its panels return to the desk; on quit they stay. */
  watch(window: OpenWindow): void {
    const { registry } = this.ports
    const { id, browser, content } = window
    if (content.kind !== 'frame') return
    browser.on('close', (event) => {
      // An earlier listener may prevent closing.
      if (event.defaultPrevented || this.#released.has(id)) return
      if (registry.quitting || registry.all.length === 1) return
      this.#released.add(id)
      try {
        this.ports.returnToDesk(content.workspace, content.frame)
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

  /** If the layout is locked, the panels get a window again. */
  #ended({ workspace, frame }: Extract<WindowContent, { kind: 'frame' }>): void {
    try {
      this.ports.returnToDesk(workspace, frame)
    } catch {
      this.follow()
    }
  }

  #show(workspace: Workspace, frame: WindowLayout): void {
    const { registry, displays } = this.ports
    const content: WindowContent = { kind: 'frame', workspace: workspace.id, frame: frame.id }
    const key = keyOf(content)
    // Windows that are closing do not count.
    if (registry.all.some((window) => window.key === key && !this.#released.has(window.id))) return
    const smallest = minSizeOf(content)
    const placement = placementAtPointer(displays, sizeFor(workspace, frame), smallest)
    const others = registry.all.map((window) => window.placement)
    registry.open(content, { first: cascade(placement, others, displays, smallest) })
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
    // Closing the last window would quit the app.
    if (gone.length > 0 && gone.length === registry.all.length) registry.openDesk()
    for (const { id, browser } of gone) {
      this.#released.add(id)
      // Not within its own close event.
      setImmediate(() => browser.isDestroyed() || browser.close())
    }
  }
}
