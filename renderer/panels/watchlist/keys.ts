import type { WatchBoard } from './board.svelte'

interface Doing {
  readonly board: WatchBoard
  /** The row of the key. */
  readonly market: string
  /** Focuses that row and shows its market. */
  readonly go: (market: string) => void
  /** The focus stays with the row. */
  readonly stay: (market: string) => void
  readonly menu: (market: string) => void
}

const steps: Readonly<Record<string, (at: number, last: number, page: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  PageDown: (at, last, page) => Math.min(last, at + page),
  PageUp: (at, _last, page) => Math.max(0, at - page),
  Home: () => 0,
  End: (_at, last) => last
}

/** Whether the key was handled. */
export function pressRow(event: KeyboardEvent, { board, market, go, stay, menu }: Doing): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  if (ctrlKey || metaKey) return false
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return (menu(market), true)
  if (shiftKey) return false
  if (altKey) {
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false
    board.move(market, key === 'ArrowUp' ? -1 : 1)
    stay(market)
    return true
  }
  if (key === 'Enter') return (board.show(market), true)
  if (key === 'Delete') {
    void board.remove(market).then(() => board.stop !== null && stay(board.stop))
    return true
  }
  const step = steps[key]
  if (!step) return false
  const at = board.rows.findIndex((row) => row.market === market)
  const page = Math.max(1, Math.floor(board.height / board.rowHeight) - 2)
  const next = board.rows[step(at, board.rows.length - 1, page)]
  if (next && next.market !== market) go(next.market)
  return true
}
