import { fail, toProblem, type Problem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { diskReason } from '../../base/files'
import { readFillCosts } from './fill-costs'
import { KeyframeCosts } from './keyframe-costs'
import type { AnalysisJob, AnalysisReply, AnalysisRequest, AnalysisResults } from './messages'
import { readFills } from './read-fills'
import { readReport } from './report'
import { sealedRecording } from './sealed-recording'

type Result = Extract<AnalysisReply, { kind: 'ended' }>['result']
type Work = AnalysisJob & { readonly id: number }

const progressEvery = 100

/** Reads reports from recordings. Runs in a process of its own. */
export class AnalysisHost {
  readonly #running = new Map<number, AbortController>()
  readonly #keyframes = new KeyframeCosts()

  constructor(private readonly reply: (reply: AnalysisReply) => void) {}

  receive(request: AnalysisRequest): void {
    if (request.kind === 'cancel') this.#running.get(request.id)?.abort()
    else void this.#run(request)
  }

  async #run(request: Work): Promise<void> {
    const { id } = request
    const stop = new AbortController()
    this.#running.set(id, stop)
    const result = await this.#work(request, stop.signal).then(
      (value): Result => ({ ok: true, value }),
      (thrown: unknown): Result =>
        stop.signal.aborted ? { ok: true, value: null } : { ok: false, error: problemOf(thrown, request) }
    )
    this.#running.delete(id)
    this.reply({ kind: 'ended', id, result })
  }

  #work(request: Work, signal: AbortSignal): Promise<AnalysisResults[AnalysisJob['kind']] | null> {
    const options = { signal, onProgress: this.#progressOf(request.id), keyframes: this.#keyframes }
    switch (request.kind) {
      case 'sealed':
        return sealedRecording(request.log)
      case 'report':
        return readReport(request.log, request.wanted, options)
      case 'fills':
        return readFills(request.file)
      case 'fillCosts':
        return readFillCosts(request.log, request.wanted, options)
    }
  }

  #progressOf(id: number): (share: number) => void {
    let reportedAt = -Infinity
    return (share) => {
      if (performance.now() - reportedAt < progressEvery) return
      reportedAt = performance.now()
      this.reply({ kind: 'progress', id, share })
    }
  }
}

function problemOf(thrown: unknown, request: Work): Problem {
  const isDisk = request.kind !== 'fills' && thrown instanceof Error && 'code' in thrown
  if (!isDisk) return toProblem(thrown)
  const sentence = recordingText.notListed(request.log, diskReason(thrown))
  return fail('recording.disk', sentence, { retryable: true, cause: thrown }).problem
}
