import { recordingText } from '#shared/messages/recording'
import { backtest } from '../backtest/backtest'
import { checkEvidence } from '../evidence/check-evidence'
import { collectEvidence } from '../evidence/collect'
import { exportDays } from '../export/export-days'
import { importRecordings } from '../import/import-recordings'
import type { ChosenLog } from '../location'
import { copyRecordings } from '../move/copy-recordings'
import { needRoot } from '../move/recordings-folder'
import { RunningWork, spaced } from '../running-work'
import type { FetchedTime } from '../shared/fetch-requests'
import { FolderSource } from '../shared/folder-source'
import { SharedRecordings, type SharedService, type SharedSource } from '../shared/shared-recordings'
import { Catalog, type CatalogEntry } from './catalog'
import type { CatalogReply, CatalogRequest, Job, SharedFeed, SharedPlaces } from './messages'
import { removeDays } from './remove-days'
import { verifyDays } from './verify-days'
import { withShared } from './with-shared'

type Work = Exclude<CatalogRequest, { kind: 'cancel' }>
type Ended = Extract<Extract<CatalogReply, { kind: 'ended' }>['result'], { ok: true }>['value']

interface HostPorts {
  readonly now: () => number
  readonly reply: (reply: CatalogReply) => void
  /** The recordings that the server of a desk feed may have. */
  readonly sourceOf: (feed: SharedFeed) => Promise<SharedSource>
}

interface Shared {
  /** Where it is, as JSON. */
  readonly places: string
  readonly recordings: Promise<SharedRecordings>
  services: readonly SharedService[]
  problem: string | null
}

/** Reads, verifies, deletes and copies recordings. Runs in a process of its own. */
export class CatalogHost {
  #catalog: Catalog | null = null
  #shared: Shared | null = null
  readonly #running = new RunningWork()
  /** By the ID of a fetch that is not a job. */
  readonly #fetching = new Map<number, Promise<unknown>>()
  #jobs = 0

  constructor(private readonly ports: HostPorts) {}

  receive(request: CatalogRequest): void {
    if (request.kind === 'cancel') this.#running.cancel(request.id)
    else void this.#run(request)
  }

  async #run(request: Work): Promise<void> {
    const { id } = request
    const [folder, sentence] = failureOf(request)
    const result = await this.#running.run(
      id,
      (signal) => this.#work(request, signal),
      (reason) => sentence(folder, reason)
    )
    this.ports.reply({ kind: 'ended', id, result })
  }

  async #work(request: Work, signal: AbortSignal): Promise<Ended> {
    if (request.kind === 'check') return checkEvidence(request.file, request.ownKey, signal)
    if (request.kind === 'backtest') return this.#backtest(request, signal)
    if (request.kind === 'fetchWithin') return this.#fetchWithin(request, signal)
    if (request.kind !== 'read') return this.#runAlone(request, signal)
    await needRoot(request.root, request.isMoved)
    if (this.#catalog?.root !== request.root) this.#catalog = new Catalog(request.root)
    const onProgress = (entries: readonly CatalogEntry[]) => this.#replyEntries(entries)
    const entries = await this.#catalog.read({ signal, onProgress })
    onProgress(entries)
    await this.#readShared(request.shared, request.root, entries, signal)
    return true
  }

  /** At the end, because it may be far away. */
  async #readShared(
    places: SharedPlaces,
    root: string,
    entries: readonly CatalogEntry[],
    signal: AbortSignal
  ): Promise<void> {
    const shared = this.#sharedIn(places)
    Object.assign(shared, await (await shared.recordings).read(root, signal))
    if (shared === this.#shared) this.#replyEntries(entries)
  }

  /** What was read of the same places is kept. */
  #sharedIn({ folder, feed }: SharedPlaces): Shared {
    const places = JSON.stringify({ folder, feed })
    if (this.#shared?.places === places) return this.#shared
    void this.#shared?.recordings.then((before) => before.dispose())
    const sources = [
      ...(folder === null ? [] : [Promise.resolve<SharedSource>(new FolderSource(folder))]),
      ...(feed === null ? [] : [this.ports.sourceOf(feed)])
    ]
    const recordings = Promise.all(sources).then((all) => new SharedRecordings(all))
    return (this.#shared = { places, recordings, services: [], problem: null })
  }

  #replyEntries(entries: readonly CatalogEntry[]): void {
    const { services = [], problem = null } = this.#shared ?? {}
    this.ports.reply({ kind: 'entries', entries: withShared(entries, services), sharedProblem: problem })
  }

  #backtest({ id, log, wanted }: Extract<Work, { kind: 'backtest' }>, signal: AbortSignal): Promise<Ended> {
    const onProgress = spaced((share: number) => this.ports.reply({ kind: 'backtested', id, share }))
    return backtest(log, wanted, { signal, onProgress })
  }

  /** After those before; null while a job runs. */
  async #fetchWithin(
    { id, root, shared, wanted }: Extract<Work, { kind: 'fetchWithin' }>,
    signal: AbortSignal
  ): Promise<FetchedTime | null> {
    const before = [...this.#fetching.values()]
    const fetching = (async () => {
      await Promise.allSettled(before)
      signal.throwIfAborted()
      if (this.#jobs > 0) return null
      const recordings = await this.#sharedIn(shared).recordings
      const onProgress = spaced((share: number, bytes: number) =>
        this.ports.reply({ kind: 'fetching', id, share, bytes })
      )
      return recordings.fetchWithin(root, wanted, { now: this.ports.now(), signal, onProgress })
    })()
    this.#fetching.set(id, fetching)
    try {
      return await fetching
    } finally {
      this.#fetching.delete(id)
    }
  }

  async #runAlone(job: Job & { readonly id: number }, signal: AbortSignal): Promise<Ended> {
    this.#jobs += 1
    try {
      for (const id of this.#fetching.keys()) this.#running.cancel(id)
      await Promise.allSettled(this.#fetching.values())
      return await this.#runJob(job, signal)
    } finally {
      this.#jobs -= 1
    }
  }

  async #runJob(job: Job & { readonly id: number }, signal: AbortSignal): Promise<Ended> {
    const now = this.ports.now()
    const onProgress = spaced((log: string | null, day: string | null, share: number) =>
      this.ports.reply({ kind: 'progress', id: job.id, log, day, share })
    )
    switch (job.kind) {
      case 'export':
        return exportDays(job, { now, signal, onProgress })
      case 'import':
        return importRecordings(job, {
          now,
          signal,
          onProgress: (day, share) => onProgress(null, day, share)
        })
      case 'fetch':
        return (await this.#sharedIn(job.shared).recordings).fetch(job, { now, signal, onProgress })
      case 'evidence':
        return collectEvidence(job, { signal, onProgress: (share) => onProgress(job.log, '', share) })
      case 'move':
        return copyRecordings(job, { signal, onProgress: (share) => onProgress(null, null, share) })
      case 'verify':
        return eachLog(job.logs, onProgress, ({ log, days }, report) =>
          verifyDays(log, days, {
            now: this.ports.now,
            signal,
            onProgress: report,
            onVerified: (day, verification) =>
              this.ports.reply({ kind: 'verified', id: job.id, log, day, verification })
          })
        )
      case 'remove':
        return eachLog(job.logs, onProgress, ({ log, days }, report) =>
          removeDays(log, days, { now, signal, onProgress: report })
        )
    }
  }
}

/** One after the other. */
async function eachLog(
  logs: readonly ChosenLog[],
  onProgress: (log: string, day: string, share: number) => void,
  work: (chosen: ChosenLog, report: (day: string, share: number) => void) => Promise<void>
): Promise<true> {
  for (const [index, chosen] of logs.entries())
    await work(chosen, (day, share) => onProgress(chosen.log, day, (index + share) / logs.length))
  return true
}

type Sentence = (folder: string, reason: string) => string

function failureOf(request: Work): readonly [folder: string, sentence: Sentence] {
  switch (request.kind) {
    case 'read':
      return [request.root, recordingText.notListed]
    case 'evidence':
    case 'backtest':
      return [request.log, recordingText.notListed]
    case 'verify':
      return [request.logs[0]!.log, recordingText.notListed]
    case 'remove':
      return [request.logs[0]!.log, recordingText.notDeleted]
    case 'export':
      return [request.target, recordingText.notExported]
    case 'check':
      return [request.file, recordingText.evidence.notRead]
    case 'import':
      return [request.source, recordingText.notImported]
    case 'fetch':
    case 'fetchWithin':
      return [request.root, recordingText.shared.notFetched]
    case 'move':
      return [request.target, recordingText.notMoved]
  }
}
