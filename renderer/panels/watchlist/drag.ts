import { marketOfDrag, marketType } from '../../lib/market-drop'
import { headHeight, type WatchBoard } from './board.svelte'

const rowOf = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-market]') : null

/** The row before which it would be dropped. */
function dropIndexAt(board: WatchBoard, grid: HTMLElement, clientY: number): number {
  const y = clientY - grid.getBoundingClientRect().top + grid.scrollTop - headHeight
  return Math.max(0, Math.min(board.rows.length, Math.round(y / board.rowHeight)))
}

/** Rows are dragged to reorder the list, or onto other panels. */
export class RowDrag {
  constructor(
    private readonly board: WatchBoard,
    private readonly grid: () => HTMLElement | undefined
  ) {}

  start = (event: DragEvent): void => {
    const market = rowOf(event)?.dataset['market']
    if (market === undefined || !event.dataTransfer) return
    event.dataTransfer.setData(marketType, market)
    event.dataTransfer.setData('text/plain', market)
    event.dataTransfer.effectAllowed = 'copyMove'
    this.board.dragged = market
  }

  over = (event: DragEvent): void => {
    const { board } = this
    const grid = this.grid()
    if (!grid || !event.dataTransfer?.types.includes(marketType) || board.whyFixed !== null) return
    // A sorted list cannot be reordered.
    if (board.dragged !== null && board.sorting) return
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = board.dragged === null ? 'copy' : 'move'
    board.dropIndex = board.sorting ? null : dropIndexAt(board, grid, event.clientY)
  }

  leave = (event: DragEvent): void => {
    const to = event.relatedTarget
    if (!(to instanceof Node) || !this.grid()?.contains(to)) this.board.dropIndex = null
  }

  drop = (event: DragEvent): void => {
    const { board } = this
    const grid = this.grid()
    const market = marketOfDrag(event)
    if (!grid || market === null || board.whyFixed !== null || (board.dragged !== null && board.sorting))
      return
    event.preventDefault()
    event.stopPropagation()
    const before = board.sorting
      ? null
      : (board.rows[dropIndexAt(board, grid, event.clientY)]?.market ?? null)
    this.end()
    void board.drop(market, before)
  }

  end = (): void => {
    this.board.dragged = null
    this.board.dropIndex = null
  }
}
