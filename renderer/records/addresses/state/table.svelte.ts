import type {
  AddressAnswer,
  AddressFilters,
  AddressQuestion,
  AddressRow
} from '#shared/contract/records/addresses/index'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '#renderer/lib/client'
import type { Desk } from '#renderer/lib/desk'
import type { RowsPosition } from '#renderer/ui/rows'

/** Rows requested around the visible ones. */
const around = 60
/** More rows are requested when this few are left. */
const ahead = 30
const maxAtOnce = 500
const firstRows = 80

interface ShownTable {
  readonly question: AddressQuestion
  readonly answer: AddressAnswer
  readonly from: number
  readonly rows: readonly AddressRow[]
}

interface Meant {
  readonly index: number
  readonly id: string | null
}

/** The visible rows of the current query, never mixed with another one. */
export class AddressTable {
  shown = $state.raw<ShownTable | null>(null)
  /** Why the query failed. */
  problem = $state<string | null>(null)
  /** Increases when a new query starts at the top. */
  turned = $state(0)
  readonly position: RowsPosition = { top: 0 }
  asked = false
  /** The row to scroll to. */
  sought = $state<number | null>(null)
  /** The ID to find in the next answer. */
  #seeking: string | null = null
  #meant = $state.raw<Meant | null>(null)
  #view = ''
  #sequence = 0
  #open = false
  #busy = false
  #again = false
  /** Filters that main already has. */
  #sent: AddressFilters | null = null
  #seen = { from: 0, to: firstRows }
  #slicing = false

  constructor(
    private readonly desk: Desk,
    private readonly question: () => AddressQuestion
  ) {}

  get name(): string {
    return this.#view
  }

  open(): void {
    this.#view = `table:${crypto.randomUUID()}`
    this.asked = false
    this.#sent = null
    this.#open = true
    this.#busy = false
    this.#again = false
  }

  close(): void {
    this.#open = false
    void this.desk.bridge.call.addresses.closeView({ view: this.#view })
  }

  /** For another connection. */
  reset(): void {
    this.shown = null
    this.problem = null
    this.#sent = null
    this.#meant = null
    this.#seeking = null
  }

  row(index: number): AddressRow | undefined {
    return this.shown?.rows[index - this.shown.from]
  }

  get active(): number | null {
    const { shown } = this
    const meant = this.#meant
    if (!meant || !shown) return null
    const position = meant.id === null ? -1 : shown.rows.findIndex(({ id }) => id === meant.id)
    const index = position < 0 ? meant.index : shown.from + position
    return index < shown.answer.count ? index : null
  }

  set active(index: number | null) {
    this.#seeking = null
    this.#meant = index === null ? null : { index, id: this.row(index)?.id ?? null }
  }

  /** At once: main drops outdated queries. */
  ask(): void {
    if (!this.#open) return
    this.asked = true
    this.#sequence += 1
    void this.#send(this.#sequence)
  }

  /** The same query, because the rows may have changed. */
  refresh(): void {
    if (this.#busy) this.#again = true
    else this.ask()
  }

  /** Selects the row of an ID and scrolls to it, if it is in the result. */
  seek(id: string): void {
    this.#seeking = id
    if (this.shown && !this.#busy) void this.#find()
  }

  async #find(): Promise<void> {
    const id = this.#seeking
    const answer = this.shown?.answer
    if (id === null || !answer) return
    try {
      const { position } = this.desk.bridge.call.addresses
      const { index, sequence } = await valueOf(position({ view: this.#view, id }))
      // A later answer repeats the search.
      if (id !== this.#seeking || this.shown?.answer !== answer || sequence !== answer.sequence) return
      this.#seeking = null
      this.#meant = index === null ? null : { index, id }
      this.sought = index
    } catch {
      // The open address stays open.
      this.#seeking = null
    }
  }

  saw(from: number, to: number): void {
    this.#seen = { from, to }
    if (!this.#covers(ahead) && !this.#slicing) void this.#slice()
  }

  async #send(sequence: number): Promise<void> {
    const question = this.question()
    const filters = this.#sent === question.filters ? null : question.filters
    this.#sent = question.filters
    this.#busy = true
    const view = this.#view
    const isLate = () => sequence !== this.#sequence || view !== this.#view || !this.#open
    try {
      const { ask } = this.desk.bridge.call.addresses
      const answer = await valueOf(ask({ view, sequence, question: { ...question, filters } }))
      if (isLate()) return
      // The store changed and no later query is pending.
      if (answer.overtaken) return this.#restart()
      await this.#show(question, answer, isLate)
      this.problem = null
    } catch (thrown) {
      if (isLate()) return
      const { code, sentence } = toProblem(thrown)
      if (code === 'addresses.view-gone' && filters === null) return this.#restart()
      this.#sent = null
      this.problem = sentence
    }
    if (isLate()) return
    this.#busy = false
    if (!this.#again) return
    this.#again = false
    this.ask()
  }

  #restart(): void {
    this.#sent = null
    this.ask()
  }

  async #show(question: AddressQuestion, answer: AddressAnswer, isLate: () => boolean): Promise<void> {
    const before = this.shown?.question
    const isSame =
      before?.filters === question.filters &&
      before.search === question.search &&
      before.order === question.order
    if (!isSame) this.#seen = { from: 0, to: firstRows }
    const slice = await this.#rows(answer.count)
    if (isLate()) return
    if (slice.sequence !== answer.sequence) return this.#restart()
    if (!isSame) {
      this.#meant = null
      this.position.top = 0
      this.turned += 1
    }
    this.shown = { question, answer, from: slice.from, rows: slice.rows }
    void this.#find()
  }

  #rows(all: number) {
    const from = Math.max(0, Math.min(this.#seen.from - around, all - around))
    const count = Math.max(1, Math.min(maxAtOnce, this.#seen.to + around - from))
    return valueOf(this.desk.bridge.call.addresses.slice({ view: this.#view, from, count }))
  }

  /** Whether the visible rows and `beside` more are loaded. */
  #covers(beside: number): boolean {
    const { shown } = this
    if (!shown) return true
    const from = Math.max(0, this.#seen.from - beside)
    const to = Math.min(this.#seen.to + beside, shown.answer.count)
    return from >= shown.from && to <= shown.from + shown.rows.length
  }

  async #slice(): Promise<void> {
    this.#slicing = true
    try {
      while (this.shown && !this.#covers(ahead)) {
        const { answer, question } = this.shown
        const { from, rows, sequence } = await this.#rows(answer.count)
        if (sequence !== answer.sequence || this.shown.answer !== answer) break
        if (rows.length === 0) break
        this.shown = { question, answer, from, rows }
      }
    } catch (thrown) {
      this.problem = toProblem(thrown).sentence
    }
    this.#slicing = false
  }
}
