import { conversionsText } from '#renderer/messages/conversions'
import type { ConversionRow, ConversionsState } from '#shared/contract/records/conversions'
import { valueOf } from '#renderer/lib/client'
import type { Desk } from '#renderer/lib/desk'
import type { RowsPosition } from '#renderer/ui/rows'

/** Rows requested around the visible ones. */
const around = 60
const maxAtOnce = 500

interface Loaded {
  readonly search: string
  readonly from: number
  readonly rows: readonly ConversionRow[]
  readonly count: number
}

/** The visible rows of the history or of a search. */
export class HistoryRows {
  search = $state('')
  loaded = $state.raw<Loaded>({ search: '', from: 0, rows: [], count: 0 })
  /** Why the rows could not be read. */
  problem = $state<string | null>(null)
  /** The selected row by ID, because new rows move the others. */
  #meant = $state.raw<{ readonly index: number; readonly id: string | null } | null>(null)
  readonly position: RowsPosition = { top: 0 }
  /** The row to scroll to. */
  sought = $state<number | null>(null)
  #seeking = 0
  #seen = { from: 0, to: 0 }
  #state: ConversionsState | null = null
  #asking = false
  #again = false

  constructor(private readonly desk: Desk) {}

  /** A new search starts at the top. */
  find(search: string): void {
    this.search = search
    this.#meant = null
    this.position.top = 0
    this.#seen = { from: 0, to: this.#seen.to - this.#seen.from }
    this.refresh()
  }

  row(index: number): ConversionRow | undefined {
    return this.loaded.rows[index - this.loaded.from]
  }

  get active(): number | null {
    const meant = this.#meant
    if (!meant) return null
    const { rows, from, count } = this.loaded
    const position = meant.id === null ? -1 : rows.findIndex(({ id }) => id === meant.id)
    const index = position < 0 ? meant.index : from + position
    return index < count ? index : null
  }

  set active(index: number | null) {
    this.#seeking += 1
    this.#meant = index === null ? null : { index, id: this.row(index)?.id ?? null }
  }

  /** Selects the row of an ID and scrolls to it, if the search includes it. */
  async seek(id: string): Promise<void> {
    const asked = (this.#seeking += 1)
    const search = this.search.trim()
    const index = this.#positionIn(search, id) ?? (await this.#positionOf(search, id))
    if (asked !== this.#seeking || search !== this.search.trim()) return
    this.#meant = index === null ? null : { index, id }
    this.sought = index
  }

  #positionIn(search: string, id: string): number | null {
    const { rows, from, search: found } = this.loaded
    const position = found === search ? rows.findIndex((row) => row.id === id) : -1
    return position < 0 ? null : from + position
  }

  async #positionOf(search: string, id: string): Promise<number | null> {
    try {
      return await valueOf(this.desk.bridge.call.conversions.position({ search, id }))
    } catch {
      return null
    }
  }

  take(state: ConversionsState): void {
    if (state.history !== this.#state?.history) this.#meant = null
    this.#state = state
    this.refresh()
  }

  saw(from: number, to: number): void {
    this.#seen = { from, to }
    const { rows, from: first, count, search } = this.loaded
    if (search === this.search.trim() && from >= first && Math.min(to, count) <= first + rows.length) return
    this.refresh()
  }

  refresh(): void {
    const state = this.#state
    if (!state) return
    // The state's rows usually suffice.
    const enough = state.rows.length === state.count || this.#seen.to <= state.rows.length
    if (this.search.trim() === '' && enough) {
      this.loaded = { search: '', from: 0, rows: state.rows, count: state.count }
      this.problem = null
      return
    }
    this.#again = true
    if (!this.#asking) void this.#ask()
  }

  async #ask(): Promise<void> {
    this.#asking = true
    while (this.#again) {
      this.#again = false
      const search = this.search.trim()
      const from = Math.max(0, this.#seen.from - around)
      const max = Math.min(maxAtOnce, this.#seen.to + around - from)
      try {
        const { rows, count } = await valueOf(
          this.desk.bridge.call.conversions.page({ search, from, max: Math.max(1, max) })
        )
        // The search changed meanwhile.
        if (search !== this.search.trim()) continue
        this.loaded = { search, from, rows, count }
        this.problem = null
      } catch {
        this.problem = conversionsText.historyNotRead
      }
    }
    this.#asking = false
  }
}
