import type { AnalysisReport, FillCosts } from '#shared/contract/recording/analysis'
import { fail } from '#shared/domain/base/problem'
import { analysisText } from '#shared/messages/analysis'
import { fillsCsv, reportCsv } from './csv'
import { WindowRuns } from './window-runs'

type RunResult = AnalysisReport | FillCosts

/** Results that are kept for a window, so that they can be saved. */
const maxResults = 8

/** The reports of windows, with their last results. */
export class Runs {
  readonly #running = new WindowRuns()
  readonly #results = new Map<string, Map<number, RunResult>>()

  /** Cancels the one before with this number; null if this one was cancelled. */
  async start<Value extends RunResult>(
    windowId: string,
    run: number,
    work: (signal: AbortSignal) => Promise<Value | null>
  ): Promise<Value | null> {
    const results = this.#results.get(windowId) ?? new Map<number, RunResult>()
    this.#results.set(windowId, results)
    results.delete(run)
    const value = await this.#running.start(windowId, run, work)
    if (!value) return null
    results.set(run, value)
    for (const oldest of results.keys()) if (results.size > maxResults) results.delete(oldest)
    return value
  }

  cancel(windowId: string, run: number): void {
    this.#running.cancel(windowId, run)
  }

  /** The last result of a number, and a name for its file. */
  csv(windowId: string, run: number): { readonly name: string; readonly content: string } {
    const result = this.#results.get(windowId)?.get(run)
    if (!result) throw fail('analysis.no-result', analysisText.noResult)
    const kind = 'kind' in result ? result.kind : 'fills'
    const name = `leadline-${kind}-${result.market}`.replaceAll(/[^\w.-]+/g, '-').slice(0, 100)
    return { name: `${name}.csv`, content: 'kind' in result ? reportCsv(result) : fillsCsv(result) }
  }

  close(windowId: string): void {
    this.#running.close(windowId)
    this.#results.delete(windowId)
  }

  clear(): void {
    this.#running.clear()
    this.#results.clear()
  }
}
