import type { AddressAnswer, AddressQuestion } from '#shared/contract/records/addresses/index'

interface Asked {
  readonly sequence: number
  readonly question: AddressQuestion
  readonly resolve: (answer: AddressAnswer) => void
  readonly reject: (problem: unknown) => void
}

interface Table {
  latest: number
  busy: boolean
  waiting: Asked | null
}

/** Limits tables that a window did not close. */
const maxTables = 200

type Answering = (view: string, sequence: number, question: AddressQuestion) => Promise<AddressAnswer>

/** Answers one query per table at a time and drops outdated ones, so that fast typing does not delay answers. */
export class LatestAnswers {
  readonly #tables = new Map<string, Table>()

  constructor(private readonly answer: Answering) {}

  ask(view: string, sequence: number, question: AddressQuestion): Promise<AddressAnswer> {
    const table = this.#tables.get(view) ?? { latest: -1, busy: false, waiting: null }
    this.#tables.delete(view)
    this.#tables.set(view, table)
    for (const eldest of [...this.#tables.keys()].slice(0, -maxTables)) this.close(eldest)
    if (sequence < table.latest) return Promise.resolve(overtaken(sequence))
    table.latest = sequence
    return new Promise((resolve, reject) => {
      // The dropped query's filters apply to the next one.
      const filters = question.filters ?? table.waiting?.question.filters ?? null
      table.waiting?.resolve(overtaken(table.waiting.sequence))
      table.waiting = { sequence, question: { ...question, filters }, resolve, reject }
      if (!table.busy) void this.#work(view, table)
    })
  }

  close(prefix: string): void {
    for (const [view, { waiting }] of this.#tables) {
      if (!view.startsWith(prefix)) continue
      waiting?.resolve(overtaken(waiting.sequence))
      this.#tables.delete(view)
    }
  }

  async #work(view: string, table: Table): Promise<void> {
    table.busy = true
    while (table.waiting) {
      const asked = table.waiting
      table.waiting = null
      try {
        const answer = await this.answer(view, asked.sequence, asked.question)
        const late = asked.sequence < table.latest || this.#tables.get(view) !== table
        asked.resolve(late ? overtaken(asked.sequence) : answer)
      } catch (problem) {
        asked.reject(problem)
      }
    }
    table.busy = false
  }
}

const overtaken = (sequence: number): AddressAnswer => ({
  sequence,
  overtaken: true,
  count: 0,
  total: 0,
  revision: 0,
  milliseconds: 0,
  note: null
})
