import type { AlertBacktest } from '#shared/contract/recording/backtest'
import type { Bridge } from '#shared/contract/index'
import { toProblem } from '#shared/domain/base/problem'
import type { AlertCondition } from '#shared/domain/market/alerts/index'
import { valueOf } from '../../lib/client'

type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly share: number; readonly bytes: number | null }
  | { readonly kind: 'done'; readonly result: AlertBacktest }
  | { readonly kind: 'failed'; readonly sentence: string }

/** When the alert of the dialog would have fired; cleared when the alert changes. */
export class Backtest {
  phase = $state.raw<Phase>({ kind: 'idle' })
  #run = 0

  constructor(private readonly bridge: Bridge) {}

  start(): () => void {
    const stop = this.bridge.on('recordings.backtested', ({ share, bytes = null }) => {
      if (this.phase.kind === 'running') this.phase = { kind: 'running', share, bytes }
    })
    return () => {
      stop()
      this.reset()
    }
  }

  /** @param fetchAll also more of the desk's recordings than is fetched without being asked for */
  async run(condition: AlertCondition, pause: number, fetchAll = false): Promise<void> {
    const run = ++this.#run
    this.phase = { kind: 'running', share: 0, bytes: null }
    try {
      const result = await valueOf(
        this.bridge.call.recordings.backtest({ condition, pause, ...(fetchAll && { fetchAll }) })
      )
      if (run === this.#run) this.phase = result ? { kind: 'done', result } : { kind: 'idle' }
    } catch (thrown) {
      if (run === this.#run) this.phase = { kind: 'failed', sentence: toProblem(thrown).sentence }
    }
  }

  reset(): void {
    this.#run += 1
    if (this.phase.kind === 'running') void this.bridge.call.recordings.cancelBacktest()
    this.phase = { kind: 'idle' }
  }
}
