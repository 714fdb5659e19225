import { isKey, isSame, type Expected, type LedgerContent } from './ledger-text'
import type { ArchivedStatement } from './scan'

/** The list in memory, and which of its changes are not in the file yet. */
export class LedgerLines {
  #lines = new Map<string, Expected>()
  #removed = new Map<string, string>()
  /** Null: removed. */
  readonly #unwritten = new Map<string, Expected | null>()

  get content(): Omit<LedgerContent, 'foreign'> {
    return { lines: this.#lines, removed: this.#removed }
  }

  get count(): number {
    return this.#lines.size
  }

  get unwritten(): ReadonlyMap<string, Expected | null> {
    return this.#unwritten
  }

  expected(key: string): Expected | null {
    return this.#lines.get(key) ?? null
  }

  /** Listed statements that are neither in their folder nor, by their own record, in another. */
  gone(there: readonly ArchivedStatement[]): readonly string[] {
    const found = new Set(
      there.flatMap(({ key, belongs }) => (belongs === undefined ? [key] : [key, belongs]))
    )
    return [...this.#lines.keys()].filter((key) => !found.has(key)).sort()
  }

  /** The file has every line that was written or read before. */
  isWithin({ lines }: LedgerContent): boolean {
    return [...this.#lines].every(
      ([key, own]) => this.#unwritten.has(key) || isSame(lines.get(key) ?? new Map(), own)
    )
  }

  /** The file's lines, with the changes that are not written yet. */
  replace(content: LedgerContent): void {
    const before = this.#removed
    this.#lines = new Map(content.lines)
    this.#removed = new Map(content.removed)
    for (const [key, lines] of this.#unwritten) {
      this.#set(key, lines)
      const removedAt = before.get(key)
      if (lines === null && removedAt !== undefined) this.#removed.set(key, removedAt)
    }
  }

  /** @returns whether it is a change */
  change(key: string, lines: Expected | null): boolean {
    const known = this.#lines.get(key)
    if (lines === null ? known === undefined : known !== undefined && isSame(known, lines)) return false
    this.#set(key, lines)
    this.#unwritten.set(key, lines)
    return true
  }

  noteRemoval(key: string, at: string): void {
    if (isKey(key)) this.#removed.set(key, at)
  }

  /** These changes are in the file; one of them may have been replaced meanwhile. */
  written(changes: ReadonlyMap<string, Expected | null>): void {
    for (const [key, lines] of changes) if (this.#unwritten.get(key) === lines) this.#unwritten.delete(key)
  }

  #set(key: string, lines: Expected | null): void {
    if (lines === null) this.#lines.delete(key)
    else {
      this.#lines.set(key, lines)
      this.#removed.delete(key)
    }
  }
}
