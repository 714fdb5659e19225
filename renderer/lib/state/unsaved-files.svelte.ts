import type { Bridge } from '#shared/contract/index'
import type { Toasts } from './toasts.svelte'

/** Why changes to files are not saved, as long as that lasts. */
export class UnsavedFiles {
  reasons = $state.raw<readonly string[]>([])
  #hasNews = false

  constructor(
    private readonly bridge: Bridge,
    private readonly toasts: Pick<Toasts, 'showBriefly'>
  ) {}

  /** Those of when main was asked, unless it has sent newer ones. */
  begin(reasons: readonly string[]): void {
    if (!this.#hasNews) this.reasons = reasons
  }

  start(): () => void {
    return this.bridge.on('app.unsaved', (reasons) => {
      for (const reason of reasons)
        if (!this.reasons.includes(reason)) this.toasts.showBriefly('warning', reason)
      this.reasons = reasons
      this.#hasNews = true
    })
  }
}
