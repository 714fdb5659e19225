import type {
  AnalysisReport,
  AnalysisRequest,
  FillCosts,
  FillsRequest
} from '#shared/contract/recording/analysis'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { OneShotTimer } from '../../lib/one-shot-timer'
import type { ReportId } from './report'

export type Wanted =
  | { readonly id: Exclude<ReportId, 'fills'>; readonly request: Omit<AnalysisRequest, 'run'> }
  | { readonly id: 'fills'; readonly request: Omit<FillsRequest, 'run'> }

export type RunResult =
  | { readonly id: Exclude<ReportId, 'fills'>; readonly report: AnalysisReport }
  | { readonly id: 'fills'; readonly costs: FillCosts }

type RunState = 'idle' | 'running' | 'done' | 'cancelled' | 'failed'

/** A size or a time may still be typed. */
const pause = 250

/** One of the reports that the view shows. Main knows it by its number. */
export class ReportRun {
  state = $state<RunState>('idle')
  share = $state(0)
  problem = $state<string | null>(null)
  /** The last one; null once something else is wanted. */
  result = $state.raw<RunResult | null>(null)
  #wanted = $state.raw<Wanted | null>(null)
  #key = ''
  #turn = 0
  readonly #timer = new OneShotTimer(
    () => performance.now(),
    () => void this.start()
  )

  constructor(
    private readonly desk: Desk,
    private readonly number: number
  ) {}

  get #calls() {
    return this.desk.bridge.call.analysis
  }

  get isRunning(): boolean {
    return this.state === 'running'
  }

  listen(): () => void {
    const stop = this.desk.bridge.on('analysis.progress', ({ run, share }) => {
      if (run === this.number) this.share = share
    })
    return () => {
      stop()
      this.#timer.stop()
      if (!this.isRunning) return
      this.#end()
      // Runs again when the view is shown again.
      this.#key = ''
    }
  }

  /** Runs it unless it is the same as before. */
  want(wanted: Wanted | null): void {
    const key = JSON.stringify(wanted)
    if (key === this.#key) return
    this.#key = key
    this.#wanted = wanted
    this.#timer.stop()
    if (this.isRunning) this.#end()
    this.result = null
    this.state = wanted ? 'running' : 'idle'
    this.share = 0
    if (wanted) this.#timer.at(performance.now() + pause)
  }

  async start(): Promise<void> {
    const wanted = this.#wanted
    if (!wanted) return
    const turn = ++this.#turn
    this.state = 'running'
    this.share = 0
    this.problem = null
    try {
      const result = await this.#ask(wanted)
      if (turn !== this.#turn) return
      this.result = result
      this.state = result ? 'done' : 'cancelled'
    } catch (thrown) {
      if (turn !== this.#turn) return
      this.result = null
      this.problem = toProblem(thrown).sentence
      this.state = 'failed'
    }
  }

  cancel(): void {
    this.#timer.stop()
    this.#end()
    this.state = 'cancelled'
  }

  async saveCsv(): Promise<{ readonly path: string } | null> {
    return valueOf(this.#calls.saveCsv({ run: this.number }))
  }

  #end(): void {
    this.#turn += 1
    void this.desk.attempt(() => valueOf(this.#calls.cancel({ run: this.number })))
  }

  async #ask(wanted: Wanted): Promise<RunResult | null> {
    const run = this.number
    if (wanted.id === 'fills') {
      const costs = await valueOf(this.#calls.fillCosts({ ...wanted.request, run }))
      return costs && { id: wanted.id, costs }
    }
    const report = await valueOf(this.#calls.report({ ...wanted.request, run }))
    return report && { id: wanted.id, report }
  }
}
