import type {
  FetchAnswer,
  FetchItem,
  FetchKind,
  FetchRun,
  RequestKind
} from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Clock } from '#engine/base/clock'
import type { Source } from '../source'
import { isWhole, statusKindOf } from '../layout/finished'
import type { Owner } from '../layout/layout'
import type { ArchiveView } from '../reading/view'
import type { SettingsFile } from '../settings'
import type { ArchivedStatement } from '../store/scan'
import type { ArchiveStore } from '../store/store'
import { damagedOrMissing } from './damaged'
import { FetchingRun } from './run'
import { maxRequests, nameOf, PendingFetches, RequestList } from './requests'

interface FetchQueuePorts {
  readonly clock: Clock
  readonly store: () => ArchiveStore
  readonly settings: SettingsFile
  readonly source: () => Source
  readonly view: ArchiveView
  readonly changed: () => void
  /** A statement was saved, or more of it. */
  readonly saved: () => void
  /** Every request has ended, successfully or not. */
  readonly settled: () => void
  readonly note: (sentence: string) => void
}

/** The requested statements that are not complete yet, for each connection; they outlive a restart. */
export class FetchQueue {
  #run: { readonly run: FetchingRun; readonly name: string } | null = null
  #held: Promise<void> | null = null
  #closed = false
  readonly #pending: PendingFetches

  constructor(private readonly ports: FetchQueuePorts) {
    this.#pending = new PendingFetches(ports.settings, ports.clock)
  }

  get run(): FetchRun | null {
    return this.#run?.run.state() ?? null
  }

  get running(): boolean {
    return this.#run?.run.running ?? false
  }

  get wanted(): RequestList {
    const owner = this.#owner
    return owner === null ? new RequestList() : this.#pending.of(owner)
  }

  /** Requests wait until the returned function is called, and are then saved in the archive in use. */
  hold(): () => void {
    let letGo = () => {}
    this.#held = new Promise((resolve) => (letGo = resolve))
    return () => {
      this.#held = null
      letGo()
    }
  }

  /** Returns how many were refused because the queue is full. */
  take(ids: readonly string[]): number {
    const source = this.ports.source()
    if ('problem' in source) throw fail(source.problem.code, source.problem.sentence, { retryable: true })
    const { fault, readOnly } = this.ports.store()
    const hindrance = this.#held === null ? (fault ?? readOnly) : null
    if (hindrance) throw fail(hindrance.code, hindrance.sentence, { retryable: true })
    const { owner } = source
    const list = this.#pending.of(owner)
    const isFresh = (id: string) => !list.has(id) && (this.#held !== null || !this.#present(owner, id))
    const fresh = ids.filter(isFresh)
    const refused = new Set(fresh.slice(Math.max(0, maxRequests - list.count)))
    if (refused.size > 0) this.#refuse(refused.size, ids.length, list.count)
    const sentence = archiveText.fetch.notYet
    for (const id of fresh)
      if (!refused.has(id)) list.put({ id, sentence, asset: null, month: null, pending: false, at: null })
    void this.#pending.write()
    this.#runFor(owner).add(ids.filter((id) => !refused.has(id)))
    return refused.size
  }

  /** Returns how many are fetched, and how many only other connections can fetch. */
  refetch(which: FetchKind): Pick<FetchAnswer, 'count' | 'elsewhere' | 'refused'> {
    const owner = this.#owner
    const withDamaged = which === 'all' || which === 'damaged'
    const lost = withDamaged ? damagedOrMissing(this.ports.view.all(), this.ports.store().index) : []
    const ours = new Set(lost.filter((one) => owner !== null && one.isOf(owner)))
    const wanted = which === 'damaged' ? [] : this.wanted.of(which)
    const ids = new Set([...wanted, ...ours].map(({ id }) => id).filter((id) => id !== ''))
    const refused = this.take([...ids])
    const names = new Map<string, Set<string>>()
    for (const { id, connection } of lost.filter((one) => !ours.has(one)))
      names.set(connection, (names.get(connection) ?? new Set()).add(id))
    const elsewhere = [...names].map(([connection, { size: count }]) => ({ connection, count }))
    return {
      count: ids.size - refused,
      ...(refused > 0 && { refused }),
      ...(elsewhere.length > 0 && { elsewhere })
    }
  }

  /** Returns the IDs that were removed. */
  async remove(which: RequestKind): Promise<readonly string[]> {
    const list = this.wanted
    const ids = list.of(which).map(({ id }) => id)
    for (const id of ids) list.remove(id)
    await this.#pending.write()
    this.ports.changed()
    return ids
  }

  /** A run of one connection does not continue over another. */
  sourceChanged(): void {
    const owner = this.#owner
    if (this.#run && (owner === null || this.#run.name !== nameOf(owner))) this.#run.run.stop()
  }

  async stop(): Promise<void> {
    this.#run?.run.stop()
    if (this.#held === null) await this.idle()
  }

  idle(): Promise<void> {
    return this.#run?.run.idle() ?? Promise.resolve()
  }

  /** Resolves when the requests are saved. */
  remembered(): Promise<void> {
    return this.#pending.write()
  }

  async dispose(): Promise<void> {
    this.#closed = true
    await this.stop()
    await this.#pending.write()
  }

  get #owner(): Owner | null {
    const source = this.ports.source()
    return 'owner' in source ? source.owner : null
  }

  #refuse(count: number, of: number, known: number): void {
    const sentence = archiveText.fetch.refused(count, of, maxRequests, known)
    if (known >= maxRequests) throw fail('statements.too-many-ids', sentence)
    this.ports.note(sentence)
  }

  #runFor(owner: Owner): FetchingRun {
    const name = nameOf(owner)
    const before = this.#run?.run
    if (before?.running && !before.ending && this.#run?.name === name) return before
    const waits = [...(before?.running ? [before.idle()] : []), ...(this.#held ? [this.#held] : [])]
    const run = this.#begin(owner, waits.length > 0 ? Promise.all(waits) : null)
    this.#run = { run, name }
    return run
  }

  #begin(owner: Owner, after: Promise<unknown> | null): FetchingRun {
    const { clock, store, source, changed } = this.ports
    return new FetchingRun({
      after,
      startedAt: clock.wall(),
      present: (id) => this.#present(owner, id),
      save: async (id, more) => {
        const given = source()
        if (!('owner' in given) || nameOf(given.owner) !== nameOf(owner)) {
          throw fail('statements.no-link', archiveText.fetch.ended)
        }
        return store().save({
          owner: given.owner,
          read: (signal) => given.rest.statements.read(id, { signal }),
          ...more
        })
      },
      changed,
      ended: (item) => this.#ended(this.#pending.of(owner), item),
      settled: () => {
        if (this.#closed) return
        void this.#pending.write()
        this.ports.settled()
      }
    })
  }

  #ended(list: RequestList, { id, state, sentence, asset, month, key }: FetchItem): void {
    const isWhole = state === 'saved' || state === 'present'
    if (isWhole) list.remove(id)
    else {
      const at = this.ports.clock.wall()
      list.put({ id, sentence: sentence ?? '', asset, month, pending: state === 'pending', at })
    }
    this.#pending.writeSoon()
    // Parts of an incomplete statement may have been saved.
    const hasCome = state === 'saved' || (!isWhole && key !== null)
    if (hasCome && !this.#closed) this.ports.saved()
  }

  /** A statement that is damaged, lacks a file or may have a newer status is fetched again. */
  #present(owner: Owner, id: string): ArchivedStatement | null {
    const there = this.ports.view.find(owner, id)
    const isKnown = there !== null && statusKindOf(there.sidecar.record) !== 'unknown'
    return isKnown && isWhole(there.sidecar) ? there : null
  }
}
