import { addressText } from '#shared/messages/addresses'
import { Worker } from 'node:worker_threads'
import { fail, ProblemError } from '#shared/domain/base/problem'
import type { CoreInput, CoreMessage, CoreMethod, CoreOutput, WorkerSetting } from './protocol'
import type { CoreState } from './core-types'

/** A thread, or the same core in tests. */
export interface CoreClient {
  call<M extends CoreMethod>(method: M, input: CoreInput<M>): Promise<CoreOutput<M>>
  /** Completes pending work; no calls afterwards. */
  dispose(): Promise<void>
}

interface ClientPorts {
  readonly folder: string
  readonly service: string
  readonly state: (state: CoreState) => void
  /** The thread ended unexpectedly and lost unsaved data. */
  readonly lost: (detail: string) => void
}

export type StartCore = (ports: ClientPorts) => CoreClient

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (problem: Error) => void
}

/** Rows are outside the heap; a leaking thread should end before the app. */
const maxHeapMegabytes = 1024

export const startWorker =
  (entry: string | URL): StartCore =>
  (ports) =>
    new WorkerClient(entry, ports)

class WorkerClient implements CoreClient {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #calls = 0
  #ended = false

  constructor(entry: string | URL, ports: ClientPorts) {
    const { folder, service } = ports
    const setting: WorkerSetting = { folder, service }
    this.#worker = new Worker(entry, {
      workerData: setting,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes }
    })
    this.#worker.on('message', (message: CoreMessage) => {
      if (message.kind === 'state') ports.state(message.state)
      else this.#resolve(message)
    })
    let reason = 'ended'
    this.#worker.on('error', (error) => (reason = error.stack ?? error.message))
    this.#worker.on('exit', () => {
      const expected = this.#ended
      this.#ended = true
      for (const { reject } of this.#waiting.values()) reject(lost())
      this.#waiting.clear()
      if (!expected) ports.lost(reason)
    })
  }

  call<M extends CoreMethod>(method: M, input: CoreInput<M>): Promise<CoreOutput<M>> {
    if (this.#ended) return Promise.reject(lost())
    return this.#send(method, input)
  }

  async dispose(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    await this.#send('close', null).catch(() => undefined)
    await this.#worker.terminate()
  }

  #send<M extends CoreMethod>(method: M, input: CoreInput<M>): Promise<CoreOutput<M>> {
    const id = ++this.#calls
    return new Promise<CoreOutput<M>>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (value) => resolve(value as CoreOutput<M>), reject })
      this.#worker.postMessage({ id, method, input })
    })
  }

  #resolve({ id, result }: CoreMessage & { kind: 'answer' }): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (result.ok) waiting?.resolve(result.value)
    else waiting?.reject(new ProblemError(result.error))
  }
}

const lost = () =>
  fail('addresses.store-ended', addressText.store.ended, {
    retryable: true
  })
