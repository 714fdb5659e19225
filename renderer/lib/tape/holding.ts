export type HoldReason = 'pointer' | 'key' | 'scroll'

/** Why a tape is paused, and where the pointer is. */
export class Holding {
  #reasons: readonly HoldReason[] = []
  #pointerTop: number | null = null
  /** A click resumes the tape although the pointer stays. */
  #pointerLet = false

  get active(): boolean {
    return this.#reasons.length > 0
  }

  /** Paused by the user, not just by the pointer. */
  get byUser(): boolean {
    return this.#reasons.some((reason) => reason !== 'pointer')
  }

  /** Whether the key that pauses the tape resumes it now. */
  get keyResumes(): boolean {
    return this.byUser || (this.active && this.#pointerTop !== null)
  }

  get pointerTop(): number | null {
    return this.#pointerTop
  }

  /** False if this reason does not count. */
  add(reason: HoldReason): boolean {
    if (reason === 'pointer' && this.#pointerLet) return false
    if (!this.#reasons.includes(reason)) this.#reasons = [...this.#reasons, reason]
    return true
  }

  /** Whether it was the last reason. */
  drop(reason: HoldReason): boolean {
    const before = this.#reasons.length
    this.#reasons = this.#reasons.filter((one) => one !== reason)
    return this.#reasons.length < before && !this.active
  }

  release(): void {
    this.#reasons = []
    this.#pointerLet = this.#pointerTop !== null
  }

  pointerAt(top: number): void {
    this.#pointerTop = top
  }

  /** Whether the tape resumes. */
  pointerLeft(): boolean {
    this.#pointerTop = null
    this.#pointerLet = false
    return this.drop('pointer')
  }
}
