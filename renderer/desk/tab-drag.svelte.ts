import { follow } from './grip'

interface TabDragPorts {
  /** The tabs as they lie there now, in their order. */
  readonly tabs: () => readonly HTMLElement[]
  readonly moved: (id: string, index: number) => void
  /** Let go outside of the window. */
  readonly left: (id: string) => void
}

/** A tab on its way to another place among its like. */
export class TabDrag {
  dragged = $state<string | null>(null)
  /** Before the tab of that number it would go. */
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
        // Without itself, all that come after it are one place further left.
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
