import {
  maxAllDrawings,
  maxDrawings,
  type Drawing,
  type DrawingsState
} from '#shared/contract/market/drawings'
import { fail } from '#shared/domain/base/problem'
import { marketText } from '#shared/messages/market'
import type { DrawingFile } from './drawing-file'
import { StepHistory } from './step-history'

/** Markets whose changes can be undone: those that were changed last. */
const maxHistories = 20

interface Change {
  readonly put: readonly Drawing[]
  readonly remove: readonly string[]
}

interface DrawingsPorts {
  readonly file: DrawingFile
  /** Null if all markets have others. */
  readonly changed: (state: DrawingsState | null) => void
}

/** The drawings of the connection in use. Changes take effect in the order of arrival, whichever window sent them. */
export class Drawings {
  #source: string | null = null
  #revision = 0
  /** Of the source in use, by market. */
  readonly #histories = new Map<string, StepHistory>()

  constructor(private readonly ports: DrawingsPorts) {}

  useSource(source: string | null): void {
    if (source === this.#source) return
    this.#source = source
    this.#renew()
  }

  state(market: string): DrawingsState {
    const history = this.#histories.get(market)
    return {
      source: this.#source,
      market,
      drawings: this.#source === null ? [] : this.ports.file.drawings(this.#source, market),
      canUndo: history?.canUndo ?? false,
      canRedo: history?.canRedo ?? false,
      revision: this.#revision
    }
  }

  async change(source: string, market: string, change: Change): Promise<DrawingsState> {
    this.#check(source)
    const before = this.ports.file.drawings(source, market)
    const after = changed(before, change)
    if (after.length > before.length) this.#checkLimits(before, after)
    this.#history(market).add({ before, after, put: change.put.length })
    return this.#set(source, market, after)
  }

  async undo(source: string, market: string): Promise<DrawingsState> {
    this.#check(source)
    const before = this.#histories.get(market)?.undo()
    return before ? this.#set(source, market, before) : this.state(market)
  }

  async redo(source: string, market: string): Promise<DrawingsState> {
    this.#check(source)
    const after = this.#histories.get(market)?.redo()
    return after ? this.#set(source, market, after) : this.state(market)
  }

  async removeSources(isGone: (source: string) => boolean): Promise<void> {
    const written = this.ports.file.removeSources(isGone)
    if (this.#source !== null && isGone(this.#source)) this.#renew()
    await written
  }

  dispose(): Promise<void> {
    return this.ports.file.dispose()
  }

  /** A window may have sent this before it learnt of another connection. */
  #check(source: string): void {
    if (this.#source === null) throw fail('drawings.not-connected', marketText.drawings.notConnected)
    if (source !== this.#source) throw fail('drawings.gone', marketText.drawings.otherConnection)
  }

  #checkLimits(before: readonly Drawing[], after: readonly Drawing[]): void {
    if (after.length > maxDrawings) throw fail('drawings.too-many', marketText.drawings.tooMany(maxDrawings))
    if (this.ports.file.count + after.length - before.length > maxAllDrawings)
      throw fail('drawings.too-many', marketText.drawings.tooManyInAll(maxAllDrawings))
  }

  #history(market: string): StepHistory {
    const history = this.#histories.get(market) ?? new StepHistory()
    this.#histories.delete(market)
    const [oldest] = this.#histories.keys()
    if (oldest !== undefined && this.#histories.size === maxHistories) this.#histories.delete(oldest)
    this.#histories.set(market, history)
    return history
  }

  async #set(source: string, market: string, all: readonly Drawing[]): Promise<DrawingsState> {
    const written = this.ports.file.set(source, market, all)
    this.#revision += 1
    this.ports.changed(this.state(market))
    await written
    return this.state(market)
  }

  #renew(): void {
    this.#histories.clear()
    this.#revision += 1
    this.ports.changed(null)
  }
}

function changed(before: readonly Drawing[], { put, remove }: Change): readonly Drawing[] {
  const wanted = new Map(put.map((drawing) => [drawing.id, drawing]))
  const gone = new Set(remove)
  const kept = before.filter(({ id }) => !gone.has(id))
  const known = new Set(kept.map(({ id }) => id))
  return [
    ...kept.map((drawing) => wanted.get(drawing.id) ?? drawing),
    ...[...wanted.values()].filter(({ id }) => !known.has(id) && !gone.has(id))
  ]
}
