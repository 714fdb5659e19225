import { SvelteSet } from 'svelte/reactivity'
import type { RecordedConnection, RecordedDay } from '#shared/contract/recording/catalog'

export interface RecordingRow {
  readonly connection: RecordedConnection
  /** Null for the row of the connection itself. */
  readonly day: RecordedDay | null
}

/** Days that an action is for, by connection. */
export type Choice = readonly {
  readonly connection: RecordedConnection
  readonly days: readonly RecordedDay[]
}[]

const keyOf = ({ id }: RecordedConnection, { day }: RecordedDay) => `${id}\n${day}`

/** The selected days of the list; a connection is selected when all of its days are. */
export class DaySelection {
  readonly #keys = new SvelteSet<string>()
  /** Where a range begins. */
  #anchor: number | null = null

  readonly choice = $derived.by((): Choice => {
    if (this.#keys.size === 0) return []
    return this.connections()
      .map((connection) => ({
        connection,
        days: connection.days.filter((day) => this.#keys.has(keyOf(connection, day)))
      }))
      .filter(({ days }) => days.length > 0)
  })

  constructor(
    private readonly connections: () => readonly RecordedConnection[],
    private readonly rows: () => readonly RecordingRow[]
  ) {}

  has({ connection, day }: RecordingRow): boolean {
    const days = day ? [day] : connection.days
    return days.length > 0 && days.every((each) => this.#keys.has(keyOf(connection, each)))
  }

  toggle(index: number): void {
    const row = this.rows()[index]
    if (!row) return
    this.#anchor = index
    const isSelected = this.has(row)
    for (const day of row.day ? [row.day] : row.connection.days) {
      const key = keyOf(row.connection, day)
      if (isSelected) this.#keys.delete(key)
      else this.#keys.add(key)
    }
  }

  /** The days from the last one that was selected alone to a row, and no others. */
  extend(from: number, to: number): void {
    const anchor = this.#anchor ?? from
    this.clear()
    this.#anchor = anchor
    const rows = this.rows().slice(Math.min(anchor, to), Math.max(anchor, to) + 1)
    for (const { connection, day } of rows) if (day) this.#keys.add(keyOf(connection, day))
  }

  all(): void {
    for (const connection of this.connections())
      for (const day of connection.days) this.#keys.add(keyOf(connection, day))
  }

  clear(): void {
    this.#anchor = null
    this.#keys.clear()
  }
}
