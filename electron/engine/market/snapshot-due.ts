import * as v from 'valibot'
import { savedTime } from './saved'

/** A snapshot is due this long after the confirmation, and a confirmation this long after the request. */
export const snapshotLimit = 10_000
export const confirmationLimit = 45_000

export const savedDue = v.object({ at: v.nullable(savedTime), isConfirmed: v.boolean() })
type SavedDue = v.InferOutput<typeof savedDue>

/** When the snapshot of a subscription is overdue. Times are monotonic. */
export class SnapshotDue {
  #at: number | null = null
  #isConfirmed = false

  get isConfirmed(): boolean {
    return this.#isConfirmed
  }

  isOver(now: number): boolean {
    return this.#at !== null && now >= this.#at
  }

  requested(now: number): void {
    this.#isConfirmed = false
    this.again(now)
  }

  /** Whether it was confirmed stays known. */
  again(now: number): void {
    this.#at = now + confirmationLimit
  }

  confirmed(now: number): void {
    this.#isConfirmed = true
    this.#at = now + snapshotLimit
  }

  unconfirmed(): void {
    this.#isConfirmed = false
  }

  cancel(): void {
    this.#at = null
  }

  save(): SavedDue {
    return { at: this.#at, isConfirmed: this.#isConfirmed }
  }

  restore({ at, isConfirmed }: SavedDue): void {
    this.#at = at
    this.#isConfirmed = isConfirmed
  }
}
