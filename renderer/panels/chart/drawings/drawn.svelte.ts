import type { Drawing } from '#shared/contract/market/drawings'
import type { Desk } from '../../../lib/desk'

/** The drawings of a chart's market with a change that main does not have yet. */
export class Drawn {
  #preview = $state.raw<Drawing | null>(null)
  /** Sent, and not answered. */
  #sending = $state.raw<readonly Drawing[]>([])

  constructor(
    private readonly desk: Pick<Desk, 'drawings' | 'attempt'>,
    private readonly market: () => string | null
  ) {}

  readonly all: readonly Drawing[] = $derived.by(() => {
    const own = this.#preview ? [...this.#sending, this.#preview] : this.#sending
    return own.reduce<readonly Drawing[]>(replaced, this.desk.drawings.of(this.market()))
  })

  byId(id: string | null): Drawing | null {
    return id === null ? null : (this.all.find((each) => each.id === id) ?? null)
  }

  get canUndo(): boolean {
    return this.desk.drawings.state(this.market())?.canUndo ?? false
  }

  get canRedo(): boolean {
    return this.desk.drawings.state(this.market())?.canRedo ?? false
  }

  /** Shown but not kept. Null shows it as it was. */
  preview(drawing: Drawing | null): void {
    this.#preview = drawing
  }

  get previewed(): Drawing | null {
    return this.#preview
  }

  /** Keeps the preview. */
  async keepPreview(): Promise<boolean> {
    const drawing = this.#preview
    this.#preview = null
    return drawing === null || this.put(drawing)
  }

  async put(...drawings: readonly Drawing[]): Promise<boolean> {
    this.#sending = [...this.#sending, ...drawings]
    const done = await this.#run((market) => this.desk.drawings.change(market, { put: drawings }))
    this.#sending = this.#sending.filter((each) => !drawings.includes(each))
    return done
  }

  remove(ids: readonly string[]): Promise<boolean> {
    return this.#run((market) => this.desk.drawings.change(market, { remove: ids }))
  }

  undo(): Promise<boolean> {
    return this.#run((market) => this.desk.drawings.undo(market))
  }

  redo(): Promise<boolean> {
    return this.#run((market) => this.desk.drawings.redo(market))
  }

  async #run(work: (market: string) => Promise<void>): Promise<boolean> {
    const market = this.market()
    return market !== null && this.desk.attempt(() => work(market))
  }
}

const replaced = (all: readonly Drawing[], drawing: Drawing): readonly Drawing[] =>
  all.some(({ id }) => id === drawing.id)
    ? all.map((each) => (each.id === drawing.id ? drawing : each))
    : [...all, drawing]
