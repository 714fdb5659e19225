import type { ConversionDetail, ConversionRow, ConversionsState } from '#shared/contract/records/conversions'
import { ProblemError, toProblem } from '#shared/domain/base/problem'
import { valueOf } from '#renderer/lib/client'
import type { Desk } from '#renderer/lib/desk'
import { NoteDraft } from './note-draft.svelte'

/** The open conversion. */
export class Detail {
  id = $state<string | null>(null)
  detail = $state.raw<ConversionDetail | null>(null)
  problem = $state<string | null>(null)
  readonly note: NoteDraft
  #row = $state.raw<ConversionRow | null>(null)
  #asking = false
  #again = false
  #done: Promise<void> = Promise.resolve()

  constructor(private readonly desk: Desk) {
    this.note = new NoteDraft(desk)
  }

  /** The newest known state. */
  get row(): ConversionRow | null {
    return this.#row?.id === this.id ? this.#row : (this.detail?.row ?? null)
  }

  /** False if it is not in the history. */
  async open(id: string): Promise<boolean> {
    if (id !== this.id) {
      this.detail = null
      this.#row = null
      this.problem = null
    }
    this.id = id
    await this.refresh()
    return this.id === id && this.detail !== null
  }

  close(): void {
    void this.note.save()
    this.id = null
    this.detail = null
    this.problem = null
  }

  take(state: ConversionsState): void {
    if (this.id === null) return
    const row = state.rows.find(({ id }) => id === this.id) ?? null
    const before = this.row
    this.#row = row
    // Only the time of the next check changed, which the row shows.
    if (row && before && sign(row) === sign(before)) return
    void this.refresh()
  }

  async refresh(): Promise<void> {
    this.#again = true
    if (this.#asking) return this.#done
    this.#done = this.#ask()
    return this.#done
  }

  async #ask(): Promise<void> {
    this.#asking = true
    while (this.#again && this.id !== null) {
      this.#again = false
      await this.#read(this.id)
    }
    this.#asking = false
  }

  async #read(id: string): Promise<void> {
    try {
      const detail = await valueOf(this.desk.bridge.call.conversions.open({ id }))
      if (this.id !== id) return
      this.detail = detail
      this.problem = null
      this.note.show(id, detail.row.note)
    } catch (thrown) {
      if (this.id !== id) return
      if (thrown instanceof ProblemError && thrown.problem.code === 'conversions.gone') {
        this.note.drop()
        this.close()
      } else this.problem = toProblem(thrown).sentence
    }
  }
}

const sign = ({ nextAt: _nextAt, ...rest }: ConversionRow) => JSON.stringify(rest)
