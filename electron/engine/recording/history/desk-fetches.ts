import type { NotFetched } from '#shared/contract/recording/not-fetched'
import type { DeskState } from '#shared/contract/recording/recording'
import { Emitter } from '#shared/domain/base/emitter'
import { toProblem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { Clock } from '../../base/clock'
import type { ServiceNamed } from '../../connection'
import type { CatalogClient, FetchProgress } from '../catalog/client'
import { deskFolder, serviceFolder } from '../location'
import type { FetchedTime, FetchWithin } from '../shared/fetch-requests'

interface DeskFetchPorts {
  readonly clock: Pick<Clock, 'wall'>
  readonly jobs: Pick<CatalogClient, 'fetchWithin'>
  /** Fails if the recordings are on a drive that is away. */
  readonly needRoot: () => Promise<unknown>
  /** Of everything that was fetched. */
  readonly maxBytes: () => number
  /** Something is here that was not. */
  readonly fetched: () => void
  /** For the log. */
  readonly warn: (problem: unknown) => void
}

export interface WantedTime {
  /** In milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** The user asked for all of it. */
  readonly isAsked: boolean
}

/** Bytes that are fetched at once without being asked for. */
export const maxUnasked = 256 * 1024 * 1024

/** Fetches what a desk shares of its recordings, and knows why that failed last. */
export class DeskFetches {
  #state: DeskState = { since: null, problem: null, retryAt: null }
  /** In the log. */
  #reported: string | null = null
  readonly #changed = new Emitter()
  readonly onChange = this.#changed.on
  readonly #retried = new Emitter()
  /** The user does not want to wait for the next try. */
  readonly onRetry = this.#retried.on

  constructor(private readonly ports: DeskFetchPorts) {}

  get state(): DeskState {
    return this.#state
  }

  retry(): void {
    this.#retried.fire()
  }

  /** Another desk is followed, or none. `since` is when the oldest that is here begins. */
  async reset(since: Promise<number | null>): Promise<void> {
    const state: DeskState = { since: null, problem: null, retryAt: null }
    this.#set(state)
    const known = await since.catch(() => null)
    if (this.#state === state) this.#set({ ...state, since: known })
  }

  /** Null if something else has to be done first, or it was cancelled. */
  async fetch(
    wanted: Omit<FetchWithin, 'maxBytes'>,
    signal: AbortSignal,
    onProgress?: FetchProgress
  ): Promise<FetchedTime | null> {
    const { jobs, needRoot, maxBytes } = this.ports
    await needRoot()
    const fetched = await jobs.fetchWithin({ ...wanted, maxBytes: maxBytes() }, signal, onProgress)
    if (!fetched) return null
    this.#set({ since: fetched.since ?? this.#state.since, problem: null, retryAt: null })
    this.#reported = null
    if (fetched.fetched > 0) this.ports.fetched()
    return fetched
  }

  /** What charts need. `retryAfter` is in milliseconds: then it is tried again without being asked for. */
  failed(problem: unknown, retryAfter: number): void {
    const sentence = this.#report(problem)
    this.#set({ ...this.#state, problem: sentence, retryAt: this.ports.clock.wall() + retryAfter })
  }

  /** Has a time here for a tool. Null if all that is shared of it is, or the fetch was cancelled. */
  async have(
    service: ServiceNamed,
    { from, to, isAsked }: WantedTime,
    signal: AbortSignal,
    onProgress: FetchProgress
  ): Promise<NotFetched | null> {
    const id = deskFolder(serviceFolder(service))
    const most = isAsked ? Infinity : maxUnasked
    try {
      const fetched = await this.fetch({ id, from, to, most, isAsked }, signal, onProgress)
      if (signal.aborted) return null
      return fetched ? this.#notFetched(fetched) : { bytes: 0, problem: recordingText.busy }
    } catch (thrown) {
      if (signal.aborted) return null
      return { bytes: 0, problem: this.#report(thrown) }
    }
  }

  #notFetched({ refused: [refusal], leftOut, offered, bytes }: FetchedTime): NotFetched | null {
    if (refusal !== undefined) return { bytes: offered, problem: refusal }
    if (leftOut === 0) return null
    if (offered > 0) return { bytes: offered, problem: null }
    return { bytes: 0, problem: recordingText.shared.overBudget(bytes, this.ports.maxBytes()) }
  }

  #report(problem: unknown): string {
    const { sentence } = toProblem(problem)
    if (sentence !== this.#reported) this.ports.warn(problem)
    return (this.#reported = sentence)
  }

  #set(state: DeskState): void {
    const isSame = JSON.stringify(state) === JSON.stringify(this.#state)
    this.#state = state
    if (!isSame) this.#changed.fire()
  }
}
