import type { WorkspaceAction, WorkspaceShown } from '#shared/contract/workspace/workspaces'
import { mainLayout, type Box, type WindowLayout, type Layout } from '#shared/domain/workspace/index'
import { dropAt, type Drop, type Point } from './drops'
import { follow } from './grip'
import { nameOf } from './names'
import { isOutside, onScreen, type WindowBounds } from './screen'
import type { DragWire, DragMessage } from './drag-wire'

interface Dragged {
  readonly workspace: string
  readonly panel: string
  readonly name: string
}

interface DragHost {
  readonly workspace: WorkspaceShown | null
  readonly windowLayout: WindowLayout | null
  readonly layout: Layout | null
  readonly panels: readonly string[]
  active: string | null
  readonly act: (action: WorkspaceAction) => Promise<unknown>
}

/** Milliseconds after a release outside of the window, in which another one may still accept the panel. */
const answerWait = 200

/** A panel dragged within its window, to another window of its workspace, or out of all windows. */
export class PanelDrag {
  dragged = $state.raw<Dragged | null>(null)
  /** In pixels of this window; null while the pointer is elsewhere. */
  pointer = $state.raw<Point | null>(null)
  drop = $state.raw<Drop | null>(null)
  /** Releasing opens a new window. */
  leaving = $state(false)
  #frame: HTMLElement | null = null
  /** The other window under the pointer that accepts the panel. */
  #taker: string | null = null
  #announced = false
  #accepted = () => {}
  #stop = () => {}

  constructor(
    private readonly markets: DragHost,
    private readonly wire: DragWire,
    private readonly windowBounds: () => WindowBounds
  ) {}

  get preview(): Box | null {
    return this.drop?.box ?? null
  }

  press(event: PointerEvent, panel: string, handle: HTMLElement): void {
    const { workspace } = this.markets
    if (event.button !== 0 || !workspace || workspace.locked) return
    const frame = handle.closest<HTMLElement>('[data-frame]')
    if (!frame) return
    const dragged = { workspace: workspace.id, panel, name: nameOf(this.markets, panel) }
    this.#stop = follow(event, handle, {
      began: () => this.#begin(dragged, frame),
      moved: (move) => this.#moved(move),
      released: () => void this.#released(dragged),
      cancelled: () => this.#end()
    })
  }

  /** Follows drags of other windows while the layout is shown. */
  listen(frame: () => HTMLElement | null): () => void {
    const unsubscribe = this.wire.onMessage((message, from) => this.#received(message, from, frame()))
    return () => {
      unsubscribe()
      this.giveUp()
    }
  }

  /** Cancels the drag. */
  giveUp(): void {
    this.#stop()
    this.#end(true)
  }

  #begin(dragged: Dragged, frame: HTMLElement): void {
    this.dragged = dragged
    this.#frame = frame
    this.markets.active = dragged.panel
  }

  #moved(event: PointerEvent): void {
    const { dragged } = this
    if (!dragged) return
    this.pointer = { x: event.clientX, y: event.clientY }
    const bounds = this.windowBounds()
    this.drop = this.#dropAt(this.pointer, dragged.panel, this.#frame)
    const outside = isOutside(this.pointer, bounds)
    if (!outside) this.#taker = null
    this.leaving = outside && this.#taker === null && this.#mayLeave(dragged.panel)
    // Other windows only need the position while the pointer may be above them.
    if (outside || this.#announced)
      this.wire.send({ kind: 'moved', ...dragged, at: outside ? onScreen(this.pointer, bounds) : null })
    this.#announced = outside
  }

  async #released(dragged: Dragged): Promise<void> {
    if (this.#announced && this.#taker === null) await this.#untilAccepted()
    // It may have been cancelled, or another one begun.
    if (this.dragged === dragged) await this.#letGo(dragged)
  }

  #untilAccepted(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, answerWait)
      this.#accepted = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #letGo({ workspace, panel }: Dragged): Promise<void> {
    const { drop, leaving } = this
    const taker = this.#taker
    const frame = this.markets.windowLayout?.id
    this.wire.send(taker === null ? { kind: 'ended' } : { kind: 'let go', taker })
    this.#end()
    if (taker !== null) return
    if (drop && frame !== undefined) {
      await this.markets.act({ do: 'panel.move', workspace, panel, frame, spot: drop.spot })
    } else if (leaving) await this.markets.act({ do: 'panel.popOut', workspace, panel, withTabs: false })
  }

  /** A window with a single panel is already its own window. */
  #mayLeave = (panel: string) =>
    this.markets.windowLayout?.id === mainLayout || this.markets.panels.some((other) => other !== panel)

  #dropAt(pointer: Point, panel: string, frame: HTMLElement | null): Drop | null {
    if (!frame || this.markets.workspace?.locked) return null
    const { left, top, width, height } = frame.getBoundingClientRect()
    const point = { x: pointer.x - left, y: pointer.y - top }
    return dropAt(this.markets.layout, panel, point, { width, height })
  }

  #received(message: DragMessage, from: string, frame: HTMLElement | null): void {
    if (message.kind === 'taken') {
      if (this.dragged && message.source === this.wire.own) {
        this.#taker = message.takes ? from : this.#taker === from ? null : this.#taker
        if (this.#taker === null) return
        this.leaving = false
        this.#accepted()
      }
      return
    }
    if (this.#frame && this.dragged) return
    if (message.kind === 'moved') return this.#movedElsewhere(message, from, frame)
    const { drop, dragged } = this
    this.#end(true)
    if (message.kind !== 'let go' || message.taker !== this.wire.own || !drop || !dragged) return
    const id = this.markets.windowLayout?.id
    if (id === undefined) return
    const { workspace, panel } = dragged
    void this.markets.act({ do: 'panel.move', workspace, panel, frame: id, spot: drop.spot })
  }

  #movedElsewhere(
    message: Extract<DragMessage, { kind: 'moved' }>,
    from: string,
    frame: HTMLElement | null
  ): void {
    const { workspace, panel, name, at } = message
    const took = this.drop !== null
    const bounds = this.windowBounds()
    const here = at && { x: (at.x - bounds.left) / bounds.zoom, y: (at.y - bounds.top) / bounds.zoom }
    const inside = here !== null && !isOutside(here, bounds) && workspace === this.markets.workspace?.id
    this.pointer = inside ? here : null
    this.drop = inside ? this.#dropAt(here, panel, frame) : null
    this.dragged = inside ? { workspace, panel, name } : null
    const takes = this.drop !== null
    if (takes || took) this.wire.send({ kind: 'taken', source: from, takes })
  }

  #end(quietly = false): void {
    const isOwn = this.dragged !== null && this.#frame !== null
    this.dragged = this.pointer = this.drop = null
    this.#frame = this.#taker = null
    this.leaving = false
    if (isOwn && !quietly) this.wire.send({ kind: 'ended' })
  }
}
