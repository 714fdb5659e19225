import type { Source } from './source'
import type {
  StatementsState,
  CompareSummary,
  FetchAnswer,
  FetchKind,
  RequestKind
} from '#shared/contract/records/statements/index'
import { Comparer } from './compare/comparer'
import { Provenance } from './compare/provenance'
import { Mover } from './maintenance/mover'
import { SecondCopy } from './maintenance/second-copy'
import { Verifier } from './maintenance/verifier'
import { CurrentStore } from './current-store'
import type { DownloadPorts } from './download/types'
import { Jobs } from './jobs'
import { ArchiveLocations } from './locations'
import { rowProblemsOf, type RowProblems } from './problems'
import type { Exported } from './reading/export'
import { Exporter, type ExportPeriod } from './reading/exporter'
import { ArchiveView, usualMostShownBytes } from './reading/view'
import { SettingsFile } from './settings'
import { stateOf } from './state'
import type { LockPorts } from './store/lock'
import { removalNotes } from './store/removals'
import { pastedIds } from './fetch/pasted'
import { FetchQueue } from './fetch/queue'
import { ChangeNotifier } from './change-notifier'

export interface ArchivePorts extends DownloadPorts {
  /** `archive.json` */
  readonly file: string
  /** Where the archive lies until the person moves it. */
  readonly usualRoot: string
  /** Of a document that is shown. */
  readonly maxShownBytes?: number
  readonly lock: Omit<LockPorts, 'disk' | 'clock' | 'machine'>
  readonly source: () => Source
  /** The state is another one; told in bursts at most some times a second. */
  readonly changed: (state: StatementsState) => void
  readonly warn: (what: string, problem: unknown) => void
}

/** The statement archive: one folder, what fetches into it, and what looks after it. */
export class Archive {
  readonly #changes: ChangeNotifier
  readonly #current: CurrentStore
  readonly #verifier: Verifier
  readonly #copy: SecondCopy
  readonly #mover: Mover
  readonly #queue: FetchQueue
  #rowProblems: { readonly version: number; readonly rows: RowProblems } | null = null
  readonly #exporter: Exporter
  readonly #jobs: Jobs
  readonly #comparer: Comparer
  /** All that can be read, with a connection and without. */
  readonly view: ArchiveView
  readonly locations: ArchiveLocations

  static async open(ports: ArchivePorts): Promise<Archive> {
    const provenance = await Provenance.open(ports.file, ports.clock)
    return new Archive(ports, await SettingsFile.open(ports.file), provenance)
  }

  private constructor(
    private readonly ports: ArchivePorts,
    private readonly settings: SettingsFile,
    private readonly provenance: Provenance
  ) {
    const { disk, clock, warn, source, maxShownBytes = usualMostShownBytes } = ports
    const store = () => this.#current.now
    const changes = new ChangeNotifier(
      { clock, warn, tell: () => ports.changed(this.state()), statements: () => store().size.statements },
      settings.notice
    )
    const { changed } = changes
    const jobs = new Jobs(changed)
    // While one of these is under way nothing is copied, and it follows by itself when that has ended.
    const isFree = () => jobs.now === null || jobs.now === 'exporting'
    const follow = () => (isFree() ? copy.follow() : undefined)
    const current = new CurrentStore({ ...ports, settings, changes, provenance, recovered: follow })
    const view = new ArchiveView({ disk, store, settings, version: () => changes.version, maxShownBytes })
    const copy = new SecondCopy(
      { disk, clock, store, changed },
      settings.content.copy,
      () => settings.content.id ?? ''
    )
    const verifier = new Verifier({
      disk,
      clock,
      store,
      settings,
      copy,
      told: changed,
      changed: changes.rowsChanged
    })
    const mover = new Mover({ disk, settings, store, changed })
    const exporter = new Exporter({ disk, clock, store, view, changed })
    const queue = new FetchQueue({
      clock,
      store,
      settings,
      source,
      view,
      changed,
      saved: () => (isFree() ? copy.followSoon() : undefined),
      settled: () => {
        changes.rowsChanged()
        follow()
      },
      note: (sentence) => changes.note(sentence)
    })
    this.locations = new ArchiveLocations({
      disk,
      settings,
      current,
      changes,
      view,
      copy,
      mover,
      verifier,
      jobs,
      queue
    })
    this.#comparer = new Comparer({ ...ports, store, changed, rowsChanged: changes.rowsChanged })
    this.#jobs = jobs
    this.view = view
    this.#changes = changes
    this.#current = current
    this.#copy = copy
    this.#verifier = verifier
    this.#mover = mover
    this.#exporter = exporter
    this.#queue = queue
  }

  /** Opens the folder, finishes what a kill left, and begins to look after itself. */
  async start(): Promise<void> {
    await this.#current.opening.during(async () => {
      await this.#mover.resume((sentence) => this.#changes.note(sentence))
      await this.#current.open()
    })
    this.#copy.follow()
    this.#verifier.start()
    this.#changes.rowsChanged()
  }

  /** When it is open, or it is known why not: what was asked for meanwhile waits for that. */
  opened(): Promise<void> {
    return this.#current.opening.ended
  }

  state(): StatementsState {
    return stateOf({
      opening: this.#current.opening.now,
      store: this.#current.now,
      settings: this.settings,
      source: this.ports.source(),
      queue: this.#queue,
      rows: this.#rows(),
      version: this.#changes.told,
      notice: this.#changes.notice,
      verifying: this.#verifier.progress,
      ...(this.#verifier.failed && { verifyFailed: this.#verifier.failed }),
      ...(this.#comparer.progress && { comparing: this.#comparer.progress }),
      copy: this.#copy.state,
      moving: this.#mover.progress,
      exporting: this.#exporter.progress,
      restoring: this.locations.restoring,
      switching: this.#jobs.now === 'switching'
    })
  }

  /** Read at most as often as windows hear of other rows. */
  #rows(): RowProblems {
    const version = this.#changes.told
    if (this.#rowProblems?.version !== version)
      this.#rowProblems = { version, rows: rowProblemsOf(this.view.all()) }
    return this.#rowProblems.rows
  }

  /** The connection is another one. */
  sourceChanged(): void {
    this.#queue.sourceChanged()
    this.#changes.changed()
  }

  fetch(text: string): FetchAnswer {
    const ids = pastedIds(text)
    this.#refuseMoving()
    const refused = this.#queue.take(ids)
    return { count: ids.length, ...(refused > 0 && { refused }), state: this.state() }
  }

  refetch(which: FetchKind = 'all'): FetchAnswer {
    this.#refuseMoving()
    return { ...this.#queue.refetch(which), state: this.state() }
  }

  /** What is wanted is written down: from here on a kill does not lose it. */
  remembered(): Promise<void> {
    return this.#queue.remembered()
  }

  stopFetch(): Promise<void> {
    return this.#queue.stop()
  }

  async cancelRequests(which: RequestKind): Promise<void> {
    const ids = await this.#queue.forget(which)
    await this.#current.noteRemoval(removalNotes.cancelled, ids)
  }

  /** When no fetch is under way. */
  fetched(): Promise<void> {
    return this.#queue.idle()
  }

  verify(): Promise<void> {
    this.locations.refuseNow()
    return this.#verifier.run()
  }

  stopVerify(): Promise<void> {
    return this.#verifier.stop()
  }

  /** One statement, or all of the connection in use, held against what the service has now. */
  compare(key: string | null, doubtful = false): Promise<CompareSummary> {
    this.locations.refuseNow()
    return this.#comparer.run(key, doubtful)
  }

  stopCompare(): Promise<void> {
    return this.#comparer.stop()
  }

  /** What was removed on purpose is not missed any more. */
  async acceptRemoval(): Promise<void> {
    this.locations.refuseNow()
    await this.#current.now.acceptRemoval()
    this.#changes.rowsChanged()
  }

  /** The archive's list is right as it is. */
  async acceptList(): Promise<void> {
    this.locations.refuseNow()
    await this.#current.now.acceptList()
    this.#changes.rowsChanged()
  }

  async rebuild(): Promise<void> {
    this.#jobs.refuse(['moving', 'switching', 'restoring'])
    await this.#current.rebuild()
  }

  dismiss(): void {
    this.#changes.dismiss()
  }

  async export(target: string, period: ExportPeriod): Promise<Exported> {
    this.#current.opening.refuseNow()
    return this.#jobs.run('exporting', () => this.#exporter.export(target, period))
  }

  stopExport(): Promise<void> {
    return this.#exporter.stop()
  }

  async close(): Promise<void> {
    this.#changes.close()
    await this.#exporter.stop()
    await this.#comparer.stop()
    await this.locations.close()
    await this.#queue.close()
    // First the copy: a verification waits for it.
    await this.#copy.close()
    await this.#verifier.close()
    await this.#current.now.close()
    await this.provenance.dispose()
    await this.settings.idle()
  }

  /** What is asked for while another archive is looked for, or while one is restored, waits and comes then. */
  #refuseMoving(): void {
    this.#current.opening.refuseNow()
    this.#jobs.refuse(['moving'])
  }
}
