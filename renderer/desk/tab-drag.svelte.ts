import { follow } from './grip'

interface TabDragPorts {
  /** In visual order. */
  readonly tabs: () => readonly HTMLElement[]
  readonly moved: (id: string, index: number) => void
  /** Released outside the window. */
  readonly left: (id: string) => void
}

/** Reorders a tab by dragging. */
export class TabDrag {
  dragged = $state<string | null>(null)
  /** The tab before which it is dropped. */
  before = $state<number | null>(null)

  constructor(private readonly ports: TabDragPorts) {}

  press(event: PointerEvent, id: string, tab: HTMLElement): void {
    if (event.button !== 0) return
    const page = tab.ownerDocument.defaultView!
    const end = () => (this.dragged = this.before = null)
    follow(event, tab, {
      began: () => (this.dragged = id),
      moved: ({ clientX }) => (this.before = this.#placeOf(clientX)),
      released: ({ clientX, clientY }) => {
        const { before } = this
        end()
        const inside = clientX >= 0 && clientY >= 0 && clientX < page.innerWidth && clientY < page.innerHeight
        if (!inside) return this.ports.left(id)
        const from = this.ports.tabs().indexOf(tab)
        if (before === null || from < 0) return
        // Removing the tab shifts later ones.
        const index = before > from ? before - 1 : before
        if (index !== from) this.ports.moved(id, index)
      },
      cancelled: end
    })
  }

  #placeOf(x: number): number {
    const all = this.ports.tabs()
    const at = all.findIndex((tab) => {
      const { left, width } = tab.getBoundingClientRect()
      return x < left + width / 2
    })
    return at < 0 ? all.length : at
  }
}
