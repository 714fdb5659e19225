import type { SharedRange } from '#shared/contract/workspace/workspaces'

interface Shown {
  readonly windowId: string
  readonly range: SharedRange
}

interface Ports {
  readonly isWorkspace: (id: string) => boolean
  /** To all windows: the order in which they arrive here decides. */
  readonly send: (range: SharedRange) => void
}

/** The times that the charts of each link group show, and the windows that decide them. */
export class SharedRanges {
  readonly #shown = new Map<string, Shown>()

  constructor(private readonly ports: Ports) {}

  /** For a window that opens. */
  get all(): readonly SharedRange[] {
    return [...this.#shown.values()].map(({ range }) => range)
  }

  show(windowId: string, range: SharedRange): void {
    const { scope, link, replay, times } = range
    if (scope !== null && !this.ports.isWorkspace(scope)) return
    const key = JSON.stringify([scope, link, replay])
    const now = this.#shown.get(key)
    const isDeciding = now?.windowId === windowId && now.range.by === range.by
    if (times === null && !isDeciding) return
    if (times === null) this.#shown.delete(key)
    else this.#shown.set(key, { windowId, range })
    this.ports.send(range)
  }

  /** A closed window no longer decides. */
  close(windowId: string): void {
    for (const shown of [...this.#shown.values()])
      if (shown.windowId === windowId) this.show(windowId, { ...shown.range, times: null })
  }
}
