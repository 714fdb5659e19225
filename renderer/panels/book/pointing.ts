import type { LadderModel } from './ladder-model.svelte'
import type { RowPosition } from './ladder'

const rowsPerNotch = 3
const pixelsPerNotch = 100
const linesPerNotch = 3

/** Converts wheel movement to rows; fractions are kept. */
export function wheelRows(
  { deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>,
  rest: number,
  page: number
): { readonly rows: number; readonly rest: number } {
  const notches =
    deltaMode === 0
      ? deltaY / pixelsPerNotch
      : deltaMode === 1
        ? deltaY / linesPerNotch
        : (deltaY * page) / rowsPerNotch
  const wanted = notches * rowsPerNotch + rest
  const rows = Math.trunc(wanted)
  return { rows, rest: wanted - rows }
}

/** The keys of a ladder. */
export class LadderKeys {
  constructor(private readonly desk: LadderModel) {}

  /** Returns whether the key was handled. `walking`: the pointed row was chosen by keys. */
  press({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, walking: boolean): boolean {
    if (ctrlKey || altKey || metaKey) return false
    const page = Math.max(1, this.desk.view.ladder.count - 2)
    if (key === 'ArrowUp') this.#step(-1)
    else if (key === 'ArrowDown') this.#step(1)
    else if (key === 'ArrowLeft' || key === 'ArrowRight') return this.#across()
    else if (key === 'PageUp') this.desk.scroll(-page)
    else if (key === 'PageDown') this.desk.scroll(page)
    else if (key === 'Home') this.#start()
    else if (key === 'Escape') return this.#leave(walking)
    else return false
    return true
  }

  /** Releases the pointer's row too, but other handlers still get the key. */
  #leave(walking: boolean): boolean {
    if (this.desk.view.ladder.held) this.desk.release()
    return walking
  }

  #step(by: number): void {
    const { view } = this.desk
    const { pointed, ladder } = view
    if (!pointed) return this.#start()
    const rows = ladder.lanes[pointed.lane]!.visible.rows
    let index = pointed.index + by
    if (rows[index]?.kind === 'middle') index += by
    if (rows[index]?.kind === 'level') return this.desk.point({ ...pointed, index })
    this.desk.scroll(by)
    this.desk.point(pointed)
  }

  #across(): boolean {
    const { pointed, ladder } = this.desk.view
    if (!pointed || !ladder.beside) return false
    this.desk.point({ ...pointed, lane: 1 - pointed.lane })
    return true
  }

  #start(): void {
    const { view } = this.desk
    const best: RowPosition | null = view.ladder.best('asks') ?? view.ladder.best('bids')
    if (best) this.desk.point(best)
  }
}
