import type { Bridge } from '#shared/contract/index'
import type { Toasts } from './toasts.svelte'

/** Why changes to files are not saved, as long as that lasts. */
export class UnsavedFiles {
  reasons = $state.raw<readonly string[]>([])

  constructor(
    private readonly bridge: Bridge,
    private readonly toasts: Pick<Toasts, 'showBriefly'>
  ) {}

  begin(reasons: readonly string[]): void {
    this.reasons = reasons
  }

  start(): () => void {
    return this.bridge.on('app.unsaved', (reasons) => {
      for (const reason of reasons)
        if (!this.reasons.includes(reason)) this.toasts.showBriefly('warning', reason)
      this.reasons = reasons
    })
  }
}
