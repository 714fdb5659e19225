import type { Disposable } from '#shared/domain/base/emitter'
import { fail, ProblemError } from '#shared/domain/base/problem'
import { analysisText } from '#shared/messages/analysis'
import type { Clock } from '../../base/clock'
import type { AnalysisJob, AnalysisReply, AnalysisRequest, AnalysisResults } from './messages'

export interface AnalysisProcess {
  send(request: AnalysisRequest): void
  onReply(listener: (reply: AnalysisReply) => void): void
  /** Called once. */
  onEnd(listener: () => void): void
  kill(): void
}

interface ClientPorts {
  readonly clock: Pick<Clock, 'later'>
  readonly spawn: () => AnalysisProcess
}

interface RunOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (share: number) => void
}

interface Waiting {
  readonly onProgress: (share: number) => void
  readonly resolve: (result: Ended) => void
}

type Ended = Extract<AnalysisReply, { kind: 'ended' }>['result']

/** Books that were read are lost then, but not their memory. */
const idleFor = 60_000

/** Main's end of the process that reads reports; it runs while it is used. */
export class AnalysisClient implements Disposable {
  #process: AnalysisProcess | null = null
  #lastId = 0
  #cancelIdle: (() => void) | null = null
  readonly #waiting = new Map<number, Waiting>()

  constructor(private readonly ports: ClientPorts) {}

  /** Null if it was cancelled, or there is nothing. */
  async run<Kind extends AnalysisJob['kind']>(
    job: Extract<AnalysisJob, { kind: Kind }>,
    { signal, onProgress = () => {} }: RunOptions = {}
  ): Promise<AnalysisResults[Kind] | null> {
    if (signal?.aborted) return null
    this.#cancelIdle?.()
    this.#cancelIdle = null
    const process = (this.#process ??= this.#spawn())
    const id = ++this.#lastId
    // The answer does not wait until the process, which may be busy, has ended its work.
    const cancel = () => {
      process.send({ kind: 'cancel', id })
      this.#waiting.get(id)?.resolve({ ok: true, value: null })
    }
    signal?.addEventListener('abort', cancel)
    const result = await new Promise<Ended>((resolve) => {
      this.#waiting.set(id, { onProgress, resolve })
      process.send({ ...job, id } as AnalysisRequest)
    })
    signal?.removeEventListener('abort', cancel)
    if (!result.ok) throw new ProblemError(result.error)
    return signal?.aborted ? null : (result.value as AnalysisResults[Kind] | null)
  }

  dispose(): void {
    this.#end()
  }

  #spawn(): AnalysisProcess {
    const process = this.ports.spawn()
    process.onReply((reply) => {
      if (process === this.#process) this.#receive(reply)
    })
    process.onEnd(() => {
      if (process === this.#process) this.#end()
    })
    return process
  }

  #receive(reply: AnalysisReply): void {
    const waiting = this.#waiting.get(reply.id)
    if (reply.kind === 'progress') return waiting?.onProgress(reply.share)
    this.#waiting.delete(reply.id)
    waiting?.resolve(reply.result)
    if (this.#waiting.size === 0) this.#cancelIdle = this.ports.clock.later(idleFor, () => this.#end())
  }

  #end(): void {
    this.#cancelIdle?.()
    this.#cancelIdle = null
    const process = this.#process
    this.#process = null
    process?.kill()
    const { problem: error } = fail('analysis.stopped', analysisText.stopped, { retryable: true })
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { resolve } of waiting) resolve({ ok: false, error })
  }
}
