import * as v from 'valibot'
import { bookStates, type BookState } from '#shared/contract/market/markets'
import type { Clock } from '../base/clock'
import { savedSentence, savedTime } from './saved'

export const savedStatus = v.object({
  state: v.picklist(bookStates),
  reason: savedSentence,
  since: savedTime
})
type SavedStatus = v.InferOutput<typeof savedStatus>

export class BookStatus {
  #state: BookState = 'idle'
  #reason: string | null = null
  #since: number

  constructor(
    private readonly clock: Pick<Clock, 'wall'>,
    private readonly changed: () => void
  ) {
    this.#since = clock.wall()
  }

  get state(): BookState {
    return this.#state
  }

  get reason(): string | null {
    return this.#reason
  }

  get since(): number {
    return this.#since
  }

  set(state: BookState, reason: string | null): void {
    if (state !== this.#state) this.#since = this.clock.wall()
    else if (reason === this.#reason) return
    this.#state = state
    this.#reason = reason
    this.changed()
  }

  save(): SavedStatus {
    return { state: this.#state, reason: this.#reason, since: this.#since }
  }

  restore({ state, reason, since }: SavedStatus): void {
    this.#state = state
    this.#reason = reason
    this.#since = since
  }
}
