import { recordingText } from '#shared/messages/recording'
import { CostReader } from '../costs/read-costs'
import { RunningWork, spaced } from '../running-work'
import { readFillCosts } from './fill-costs'
import { KeyframeCosts } from './keyframe-costs'
import type { AnalysisJob, AnalysisReply, AnalysisRequest, AnalysisResults } from './messages'
import { readFills } from './read-fills'
import { readReport } from './report'
import { sealedRecording } from './sealed-recording'

type Work = AnalysisJob & { readonly id: number }

/** Reads reports from recordings. Runs in a process of its own. */
export class AnalysisHost {
  readonly #running = new RunningWork()
  readonly #keyframes = new KeyframeCosts()
  readonly #costs = new CostReader()

  constructor(private readonly reply: (reply: AnalysisReply) => void) {}

  receive(request: AnalysisRequest): void {
    if (request.kind === 'cancel') this.#running.cancel(request.id)
    else void this.#run(request)
  }

  async #run(request: Work): Promise<void> {
    const { id } = request
    const folder = request.kind === 'fills' ? request.file : request.log
    const result = await this.#running.run(
      id,
      (signal) => this.#work(request, signal),
      (reason) => recordingText.notListed(folder, reason)
    )
    this.reply({ kind: 'ended', id, result })
  }

  #work(request: Work, signal: AbortSignal): Promise<AnalysisResults[AnalysisJob['kind']] | null> {
    const { id } = request
    const onProgress = spaced((share: number) => this.reply({ kind: 'progress', id, share }))
    const options = { signal, onProgress, keyframes: this.#keyframes }
    switch (request.kind) {
      case 'sealed':
        return sealedRecording(request.log)
      case 'report':
        return readReport(request.log, request.wanted, options)
      case 'costs':
        return this.#costs.read(request.log, request.wanted, options)
      case 'fills':
        return readFills(request.file)
      case 'fillCosts':
        return readFillCosts(request.log, request.wanted, options)
    }
  }
}
