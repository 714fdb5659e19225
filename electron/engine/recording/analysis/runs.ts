import type { AnalysisReport, FillCosts } from '#shared/contract/recording/analysis'
import { fail } from '#shared/domain/base/problem'
import { analysisText } from '#shared/messages/analysis'
import { fillsCsv, reportCsv } from './csv'

type RunResult = AnalysisReport | FillCosts

/** Results that are kept for a window, so that they can be saved. */
const maxResults = 8

interface WindowRuns {
  readonly running: Map<number, AbortController>
  readonly results: Map<number, RunResult>
}

/** The runs of windows, each under a number of its own. */
export class Runs {
  readonly #windows = new Map<string, WindowRuns>()

  /** Cancels the one before with this number; null if this one was cancelled. */
  async start<Value extends RunResult>(
    windowId: string,
    run: number,
    work: (signal: AbortSignal) => Promise<Value | null>
  ): Promise<Value | null> {
    const { running, results } = this.#of(windowId)
    running.get(run)?.abort()
    results.delete(run)
    const stop = new AbortController()
    running.set(run, stop)
    try {
      const value = await work(stop.signal)
      if (!value || stop.signal.aborted) return null
      results.set(run, value)
      for (const oldest of results.keys()) if (results.size > maxResults) results.delete(oldest)
      return value
    } finally {
      if (running.get(run) === stop) running.delete(run)
    }
  }

  cancel(windowId: string, run: number): void {
    this.#windows.get(windowId)?.running.get(run)?.abort()
  }

  /** The last result of a number, and a name for its file. */
  csv(windowId: string, run: number): { readonly name: string; readonly content: string } {
    const result = this.#windows.get(windowId)?.results.get(run)
    if (!result) throw fail('analysis.no-result', analysisText.noResult)
    const kind = 'kind' in result ? result.kind : 'fills'
    const name = `leadline-${kind}-${result.market}`.replaceAll(/[^\w.-]+/g, '-').slice(0, 100)
    return { name: `${name}.csv`, content: 'kind' in result ? reportCsv(result) : fillsCsv(result) }
  }

  close(windowId: string): void {
    for (const stop of this.#windows.get(windowId)?.running.values() ?? []) stop.abort()
    this.#windows.delete(windowId)
  }

  clear(): void {
    for (const windowId of [...this.#windows.keys()]) this.close(windowId)
  }

  #of(windowId: string): WindowRuns {
    const known = this.#windows.get(windowId)
    if (known) return known
    const runs: WindowRuns = { running: new Map(), results: new Map() }
    this.#windows.set(windowId, runs)
    return runs
  }
}
