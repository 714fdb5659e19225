import { fail, toProblem, type Problem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { diskReason } from '../../base/files'
import { PastCosts } from '../costs/past-costs'
import { Catalog } from './catalog'
import type { CatalogJob, CatalogReply, CatalogRequest } from './messages'
import { removeDays } from './remove-days'
import { verifyDays } from './verify-days'

const progressEvery = 200

interface HostPorts {
  readonly now: () => number
  readonly reply: (reply: CatalogReply) => void
}

/** Reads, verifies and deletes recordings. Runs in a process of its own. */
export class CatalogHost {
  #catalog: Catalog | null = null
  #costs: PastCosts | null = null
  readonly #running = new Map<number, AbortController>()
  #progressAt = -Infinity

  constructor(private readonly ports: HostPorts) {}

  receive(request: CatalogRequest): void {
    if (request.kind === 'cancel') this.#running.get(request.id)?.abort()
    else void this.#run(request)
  }

  async #run(request: Exclude<CatalogRequest, { kind: 'cancel' }>): Promise<void> {
    const { id } = request
    const stop = new AbortController()
    this.#running.set(id, stop)
    try {
      await this.#work(request, stop.signal)
      this.ports.reply({ kind: 'ended', id, result: { ok: true, value: true } })
    } catch (thrown) {
      const result = stop.signal.aborted
        ? ({ ok: true, value: false } as const)
        : ({ ok: false, error: problemOf(thrown, request) } as const)
      this.ports.reply({ kind: 'ended', id, result })
    } finally {
      this.#running.delete(id)
    }
  }

  async #work(request: Exclude<CatalogRequest, { kind: 'cancel' }>, signal: AbortSignal): Promise<void> {
    if (request.kind === 'read') {
      this.#catalog ??= new Catalog(request.root)
      const onProgress = (entries: Awaited<ReturnType<Catalog['read']>>) =>
        this.ports.reply({ kind: 'entries', entries })
      onProgress(await this.#catalog.read({ signal, onProgress }))
    } else if (request.kind === 'costs') {
      this.#costs ??= new PastCosts()
      const costs = await this.#costs.read(request.log, request.wanted, signal)
      this.ports.reply({ kind: 'costs', id: request.id, costs })
    } else await this.#runJob(request, signal)
  }

  async #runJob({ kind, id, log, days }: CatalogJob, signal: AbortSignal): Promise<void> {
    const now = this.ports.now()
    this.#progressAt = -Infinity
    const onProgress = (day: string, share: number) => {
      if (performance.now() - this.#progressAt < progressEvery) return
      this.#progressAt = performance.now()
      this.ports.reply({ kind: 'progress', id, day, share })
    }
    if (kind === 'remove') return removeDays(log, days, { now, signal, onProgress })
    await verifyDays(log, days, {
      now: this.ports.now,
      signal,
      onProgress,
      onVerified: (day, verification) => this.ports.reply({ kind: 'verified', id, day, verification })
    })
  }
}

function problemOf(thrown: unknown, request: Exclude<CatalogRequest, { kind: 'cancel' }>): Problem {
  if (!(thrown instanceof Error && 'code' in thrown)) return toProblem(thrown)
  const folder = request.kind === 'read' ? request.root : request.log
  const sentence = request.kind === 'remove' ? recordingText.notDeleted : recordingText.notListed
  return fail('recording.disk', sentence(folder, diskReason(thrown)), { retryable: true, cause: thrown })
    .problem
}
