import type { Drawing } from '#shared/contract/market/drawings'

const maxSteps = 200
/** Drawings that the steps have put, which stay in memory. */
const maxPut = 2000

interface Step {
  readonly before: readonly Drawing[]
  readonly after: readonly Drawing[]
  /** The number of drawings that it has put. */
  readonly put: number
}

/** The changes of one market's drawings, which undo and redo walk. */
export class StepHistory {
  #steps: Step[] = []
  /** The number of steps that are in effect. */
  #at = 0

  get canUndo(): boolean {
    return this.#at > 0
  }

  get canRedo(): boolean {
    return this.#at < this.#steps.length
  }

  add(step: Step): void {
    this.#steps = [...this.#steps.slice(0, this.#at), step].slice(-maxSteps)
    let put = this.#steps.reduce((sum, each) => sum + each.put, 0)
    while (put > maxPut) put -= this.#steps.shift()!.put
    this.#at = this.#steps.length
  }

  /** The drawings before the last step, or null. */
  undo(): readonly Drawing[] | null {
    if (!this.canUndo) return null
    this.#at -= 1
    return this.#steps[this.#at]!.before
  }

  /** The drawings after the next step, or null. */
  redo(): readonly Drawing[] | null {
    if (!this.canRedo) return null
    this.#at += 1
    return this.#steps[this.#at - 1]!.after
  }
}
