import type { FetchAnswer, FetchItem, FetchRun, Wanted } from '../../../shared/contract/archive'
import { fail } from '../../../shared/domain/problem'
import type { Clock } from '../../clock'
import type { Source } from '../archive'
import { isFinished } from '../layout/finished'
import type { ArchiveView } from '../reading/view'
import type { SettingsFile } from '../settings'
import type { ArchivedStatement } from '../store/scan'
import type { ArchiveStore } from '../store/store'
import { hurtOrLost } from './lost'
import { FetchingRun } from './run'

export interface TakingPorts {
  readonly clock: Clock
  readonly store: () => ArchiveStore
  readonly settings: SettingsFile
  readonly source: () => Source
  readonly view: ArchiveView
  readonly changed: () => void
  /** A statement has come, or more of it. */
  readonly saved: () => void
}

const mostWanted = 10_000

/** What was asked for, and what of it is not complete yet: remembered over restarts, for each connection. */
export class Taking {
  #run: { readonly run: FetchingRun; readonly profileId: string } | null = null
  #closed = false

  constructor(private readonly ports: TakingPorts) {}

  get run(): FetchRun | null {
    return this.#run?.run.state() ?? null
  }

  get running(): boolean {
    return this.#run?.run.running ?? false
  }

  get wanted(): readonly Wanted[] {
    const source = this.ports.source()
    return 'owner' in source ? this.#wantedOf(source.owner.profile.id) : []
  }

  take(ids: readonly string[]): void {
    const source = this.ports.source()
    if ('problem' in source) throw fail(source.problem.code, source.problem.sentence, { retryable: true })
    const { fault, readOnly } = this.ports.store()
    const hindrance = fault ?? readOnly
    if (hindrance) throw fail(hindrance.code, hindrance.sentence, { retryable: true })
    const { id: profileId } = source.owner.profile
    if (ids.length > mostWanted) {
      throw fail('archive.too-many-ids', `These are ${ids.length} ids. Fetch ${mostWanted} at most at once.`)
    }
    const known = new Set(this.#wantedOf(profileId).map(({ id }) => id))
    const fresh = ids.filter((id) => !known.has(id) && !this.#present(profileId, id))
    this.#remember(profileId, [
      ...this.#wantedOf(profileId),
      ...fresh.map((id) => ({
        id,
        sentence: 'It was not fetched yet.',
        asset: null,
        month: null,
        pending: false
      }))
    ])
    const before = this.#run?.run
    if (!before?.running || before.ending || this.#run?.profileId !== profileId)
      this.#begin(profileId, before?.running ? before.idle() : null)
    this.#run!.run.add(ids)
  }

  /** How many there are to fetch, and what of the rest other connections can fetch alone. */
  takeWanted(): Pick<FetchAnswer, 'count' | 'elsewhere'> {
    const source = this.ports.source()
    const owner = 'owner' in source ? source.owner : null
    const lost = hurtOrLost(this.ports.view.all(), this.ports.store().index)
    const ours = lost.filter((one) => owner !== null && one.isOf(owner))
    const ids = new Set([...this.wanted, ...ours].map(({ id }) => id).filter((id) => id !== ''))
    this.take([...ids])
    const names = new Map<string, Set<string>>()
    for (const { id, connection } of lost.filter((one) => !ours.includes(one)))
      names.set(connection, (names.get(connection) ?? new Set()).add(id))
    const elsewhere = [...names].map(([connection, { size: count }]) => ({ connection, count }))
    return { count: ids.size, ...(elsewhere.length > 0 && { elsewhere }) }
  }

  forget(ids: readonly string[]): void {
    const source = this.ports.source()
    if (!('owner' in source)) return
    const { id } = source.owner.profile
    this.#remember(id, ids.length === 0 ? [] : this.#wantedOf(id).filter((one) => !ids.includes(one.id)))
    this.ports.changed()
  }

  /** What was begun over one connection is not gone on with over another. */
  sourceChanged(): void {
    const source = this.ports.source()
    const profileId = 'owner' in source ? source.owner.profile.id : null
    if (this.#run && this.#run.profileId !== profileId) this.#run.run.stop()
  }

  async stop(): Promise<void> {
    this.#run?.run.stop()
    await this.idle()
  }

  idle(): Promise<void> {
    return this.#run?.run.idle() ?? Promise.resolve()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.stop()
  }

  #begin(profileId: string, after: Promise<void> | null): void {
    const { clock, store, source, changed } = this.ports
    const run = new FetchingRun({
      after,
      startedAt: clock.wall(),
      present: (id) => this.#present(profileId, id),
      save: async (id, more) => {
        const given = source()
        if (!('owner' in given) || given.owner.profile.id !== profileId) {
          throw fail('archive.no-link', 'The connection was ended, so nothing more is fetched.')
        }
        return store().save({
          owner: given.owner,
          read: (signal) => given.rest.statements.read(id, { signal }),
          ...more
        })
      },
      changed,
      ended: (item) => this.#ended(profileId, item)
    })
    this.#run = { run, profileId }
  }

  #ended(profileId: string, { id, state, sentence, asset, month, key }: FetchItem): void {
    const known = this.#wantedOf(profileId)
    if (state === 'saved' || state === 'present') {
      this.#remember(
        profileId,
        known.filter((one) => one.id !== id)
      )
      if (state === 'saved' && !this.#closed) this.ports.saved()
      return
    }
    // What there is of it is there now.
    if (key !== null && !this.#closed) this.ports.saved()
    const now = { id, sentence: sentence ?? '', asset, month, pending: state === 'pending' }
    const place = known.findIndex((one) => one.id === id)
    this.#remember(profileId, place < 0 ? [...known, now] : known.with(place, now))
  }

  /** Complete as far as is known: what was found hurt, and what the service had not finished, is fetched again. */
  #present(profileId: string, id: string): ArchivedStatement | null {
    const row = this.ports.view.find(profileId, id)
    const there = row?.state === 'unaltered' ? this.ports.store().statement(row.key) : null
    return there && isFinished(there.sidecar.record) ? there : null
  }

  #wantedOf(profileId: string): readonly Wanted[] {
    const { wanted } = this.ports.settings.content
    return Object.hasOwn(wanted, profileId) ? wanted[profileId]! : []
  }

  #remember(profileId: string, wanted: readonly Wanted[]): void {
    const { settings } = this.ports
    const all = {
      ...settings.content.wanted,
      [profileId]: wanted.slice(-mostWanted).map((one) => ({ ...one }))
    }
    // Where even this small file cannot be written, the fetch itself says what is wrong with the disk.
    settings.change({ wanted: all }).catch(() => {})
  }
}
