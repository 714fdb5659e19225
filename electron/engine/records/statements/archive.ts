import type {
  StatementsChange,
  StatementsState,
  CompareSummary,
  FetchAnswer,
  FetchKind,
  JobKind,
  RequestKind
} from '#shared/contract/records/statements/index'
import type { StatementList } from '#shared/domain/records/statements/list'
import { compareAll } from './compare/compare-all'
import { Provenance } from './compare/provenance'
import { resumeMove } from './maintenance/mover'
import { SecondCopy } from './maintenance/second-copy'
import { Verifier } from './maintenance/verifier'
import { CurrentStore } from './current-store'
import type { DownloadPorts } from './download/types'
import { Jobs } from './jobs'
import { ArchiveLocations } from './locations'
import { Opening } from './opening'
import { rowProblemsOf, type RowProblems } from './problems'
import type { Exported } from './reading/export'
import { changeBetween } from './reading/list-change'
import { exportPeriod, type ExportPeriod } from './reading/export-period'
import { ArchiveView, usualMostShownBytes } from './reading/view'
import { SettingsFile } from './settings'
import type { Source } from './source'
import type { ArchiveFacts } from './facts'
import { factsOf, stateOf } from './state'
import type { LockPorts } from './store/lock'
import { removalNotes } from './store/removals'
import { pastedIds } from './fetch/pasted'
import { FetchQueue } from './fetch/queue'
import { ChangeNotifier } from './change-notifier'

export interface ArchivePorts extends DownloadPorts {
  /** `archive.json` */
  readonly file: string
  /** The folder of the archive until a person moves it. */
  readonly usualRoot: string
  /** The maximum size of a document that is shown. */
  readonly maxShownBytes?: number
  readonly lock: Omit<LockPorts, 'disk' | 'clock' | 'machine'>
  readonly source: () => Source
  /** A few times a second at most. */
  readonly changed: (change: StatementsChange) => void
  readonly warn: (what: string, problem: unknown) => void
}

/** The statement archive: its folder, its fetches and its maintenance. */
export class Archive {
  readonly #changes: ChangeNotifier
  readonly #current: CurrentStore
  readonly #verifier: Verifier
  readonly #copy: SecondCopy
  readonly #queue: FetchQueue
  #list: StatementList = { version: 0, rows: [], gone: [] }
  #pushed: StatementList = this.#list
  #rowProblems: RowProblems = rowProblemsOf([])
  readonly #opening = new Opening()
  readonly #jobs: Jobs
  /** Everything that can be read, with or without a connection. */
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
      { clock, warn, notify: () => ports.changed(this.#change()), statements: () => store().size.statements },
      settings.notice
    )
    const { changed } = changes
    if (provenance.notice !== null) changes.note(provenance.notice)
    provenance.onSaveStateChange(changed)
    const opening = this.#opening
    const jobs = new Jobs({ changed, opening, queue: () => queue })
    // The copy waits for these jobs, which let it follow when they end.
    const follow = () => (jobs.isExclusive ? undefined : copy.follow())
    const current = new CurrentStore({
      ...ports,
      settings,
      changes,
      opening,
      provenance,
      recovered: follow
    })
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
      jobs,
      changed,
      rowsChanged: changes.rowsChanged
    })
    const queue = new FetchQueue({
      clock,
      store,
      settings,
      source,
      view,
      changed,
      saved: () => (jobs.isExclusive ? undefined : copy.followSoon()),
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
      verifier,
      opening,
      jobs
    })
    this.#jobs = jobs
    this.view = view
    this.#changes = changes
    this.#current = current
    this.#copy = copy
    this.#verifier = verifier
    this.#queue = queue
  }

  /** Opens the folder, cleans up after a kill, and starts the automatic verification. */
  async start(): Promise<void> {
    await this.#opening.during(async () => {
      const { disk } = this.ports
      const { settings } = this
      await resumeMove({ disk, settings, store: this.#current.now }, (sentence) =>
        this.#changes.note(sentence)
      )
      await this.#current.open()
    })
    this.#copy.follow()
    this.#verifier.start()
    this.#changes.rowsChanged()
  }

  /** Resolves when the archive is open, or failed to open. */
  opened(): Promise<void> {
    return this.#opening.ended
  }

  /** As windows know the archive. */
  state(): StatementsState {
    this.list()
    return stateOf(this.facts(), this.#rowProblems)
  }

  facts(): ArchiveFacts {
    return factsOf({
      opening: this.#opening.now,
      store: this.#current.now,
      settings: this.settings,
      source: this.ports.source(),
      queue: this.#queue,
      version: this.#changes.notified,
      notice: this.#changes.notice,
      notSaved: this.provenance.notSaved,
      job: this.#jobs.now,
      ...(this.#verifier.failed && { verifyFailed: this.#verifier.failed }),
      copy: this.#copy.state
    })
  }

  /** The statements as windows know them. */
  list(): StatementList {
    const version = this.#changes.notified
    if (this.#list.version !== version) {
      this.#list = { version, rows: this.view.all(), gone: this.view.gone({ profileId: null }) }
      this.#rowProblems = rowProblemsOf(this.#list.rows)
    }
    return this.#list
  }

  #change(): StatementsChange {
    const state = this.state()
    const change = { state, ...changeBetween(this.#pushed, this.#list) }
    this.#pushed = this.#list
    return change
  }

  /** The connection in use changed. */
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

  /** Resolves when the pending fetches are saved: a kill does not lose them any more. */
  remembered(): Promise<void> {
    return this.#queue.remembered()
  }

  stopFetch(): Promise<void> {
    return this.#queue.stop()
  }

  async cancelRequests(which: RequestKind): Promise<void> {
    const ids = await this.#queue.remove(which)
    await this.#current.noteRemoval(removalNotes.cancelled, ids)
  }

  /** When no fetch is under way. */
  fetched(): Promise<void> {
    return this.#queue.idle()
  }

  verify(): Promise<void> {
    return this.#verifier.run()
  }

  /** Stops the job that is running if it is of this kind. */
  stop(kind: JobKind): Promise<void> {
    return this.#jobs.stop(kind)
  }

  /** Compares one statement, or all of the connection in use, with the service. */
  compare(key: string | null, doubtful = false): Promise<CompareSummary> {
    const ports = { ...this.ports, store: () => this.#current.now }
    return this.#jobs.run('comparing', (control) =>
      compareAll(ports, { key, doubtful }, control).finally(() => this.#changes.rowsChanged())
    )
  }

  /** Missing statements were removed on purpose. */
  async acceptRemoval(): Promise<void> {
    this.locations.refuseNow()
    await this.#current.now.acceptRemoval()
    this.#changes.rowsChanged()
  }

  /** Accepts the current list. */
  async acceptList(): Promise<void> {
    this.locations.refuseNow()
    await this.#current.now.acceptList()
    this.#changes.rowsChanged()
  }

  async rebuild(): Promise<void> {
    this.#jobs.refuse()
    await this.#current.rebuild()
  }

  dismiss(): void {
    this.#changes.dismiss()
  }

  export(target: string, period: ExportPeriod): Promise<Exported> {
    const { view } = this
    const { disk, clock } = this.ports
    return this.#jobs.run('exporting', (control) =>
      exportPeriod({ disk, clock, store: this.#current.now, view }, target, period, control)
    )
  }

  async dispose(): Promise<void> {
    this.#changes.dispose()
    this.#verifier.dispose()
    const ended = this.#jobs.dispose()
    // A verification waits for the copy.
    await this.#copy.dispose()
    await ended
    await this.#queue.dispose()
    await this.#current.now.dispose()
    await this.provenance.dispose()
    await this.settings.idle()
  }

  /** Fetches that are requested while archives are switched or restored wait. */
  #refuseMoving(): void {
    this.#opening.refuseNow()
    this.#jobs.refuse(['moving'])
  }
}
