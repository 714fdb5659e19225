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
import { archiveParts, type ArchivePorts } from './archive-parts'
import { compareAll } from './compare/compare-all'
import { Provenance } from './compare/provenance'
import { resumeMove } from './maintenance/mover'
import type { ArchiveLocations } from './locations'
import { rowProblemsOf, type RowProblems } from './problems'
import type { Exported } from './reading/export'
import { changeBetween } from './reading/list-change'
import { exportPeriod, type ExportPeriod } from './reading/export-period'
import type { ArchiveView } from './reading/view'
import { SettingsFile } from './settings'
import type { ArchiveFacts } from './facts'
import { factsOf, stateOf } from './state'
import { removalNotes } from './store/removals'
import { pastedIds } from './fetch/pasted'

/** The statement archive: its folder, its fetches and its maintenance. */
export class Archive {
  readonly #parts: ReturnType<typeof archiveParts>
  #list: StatementList = { version: 0, rows: [], gone: [] }
  #pushed: StatementList = this.#list
  #rowProblems: RowProblems = rowProblemsOf([])
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
    const parts = archiveParts(ports, { settings, provenance }, () => this.#change())
    this.#parts = parts
    this.view = parts.view
    this.locations = parts.locations
  }

  /** Opens the folder, cleans up after a kill, and starts the automatic verification. */
  async start(): Promise<void> {
    await this.#parts.opening.during(async () => {
      const { disk } = this.ports
      const { settings } = this
      await resumeMove({ disk, settings, store: this.#parts.current.now }, (sentence) =>
        this.#parts.changes.note(sentence)
      )
      await this.#parts.current.open()
    })
    this.#parts.copy.follow()
    this.#parts.verifier.start()
    this.#parts.changes.rowsChanged()
  }

  /** Resolves when the archive is open, or failed to open. */
  opened(): Promise<void> {
    return this.#parts.opening.ended
  }

  /** As windows know the archive. */
  state(): StatementsState {
    this.list()
    return stateOf(this.facts(), this.#rowProblems)
  }

  facts(): ArchiveFacts {
    return factsOf({
      opening: this.#parts.opening.now,
      store: this.#parts.current.now,
      settings: this.settings,
      source: this.ports.source(),
      queue: this.#parts.queue,
      version: this.#parts.changes.notified,
      notice: this.#parts.changes.notice,
      notSaved: this.provenance.notSaved,
      job: this.#parts.jobs.now,
      ...(this.#parts.verifier.failed && { verifyFailed: this.#parts.verifier.failed }),
      copy: this.#parts.copy.state
    })
  }

  /** The statements as windows know them. */
  list(): StatementList {
    const version = this.#parts.changes.notified
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
    this.#parts.queue.sourceChanged()
    this.#parts.changes.changed()
  }

  fetch(text: string): FetchAnswer {
    const ids = pastedIds(text)
    this.#refuseMoving()
    const refused = this.#parts.queue.take(ids)
    return { count: ids.length, ...(refused > 0 && { refused }), state: this.state() }
  }

  refetch(which: FetchKind = 'all'): FetchAnswer {
    this.#refuseMoving()
    return { ...this.#parts.queue.refetch(which), state: this.state() }
  }

  /** Resolves when the pending fetches are saved, so that a kill does not lose them. */
  remembered(): Promise<void> {
    return this.#parts.queue.remembered()
  }

  stopFetch(): Promise<void> {
    return this.#parts.queue.stop()
  }

  async cancelRequests(which: RequestKind): Promise<void> {
    const ids = await this.#parts.queue.remove(which)
    await this.#parts.current.noteRemoval(removalNotes.cancelled, ids)
  }

  /** When no fetch is under way. */
  fetched(): Promise<void> {
    return this.#parts.queue.idle()
  }

  verify(): Promise<void> {
    return this.#parts.verifier.run()
  }

  /** Stops the job that is running if it is of this kind. */
  stop(kind: JobKind): Promise<void> {
    return this.#parts.jobs.stop(kind)
  }

  /** Compares one statement, or all of the connection in use, with the service. */
  compare(key: string | null, doubtful = false): Promise<CompareSummary> {
    const ports = { ...this.ports, store: () => this.#parts.current.now }
    return this.#parts.jobs.run('comparing', (control) =>
      compareAll(ports, { key, doubtful }, control).finally(() => this.#parts.changes.rowsChanged())
    )
  }

  /** Missing statements were removed on purpose. */
  async acceptRemoval(): Promise<void> {
    this.locations.refuseNow()
    await this.#parts.current.now.acceptRemoval()
    this.#parts.changes.rowsChanged()
  }

  /** Accepts the current list. */
  async acceptList(): Promise<void> {
    this.locations.refuseNow()
    await this.#parts.current.now.acceptList()
    this.#parts.changes.rowsChanged()
  }

  async rebuild(): Promise<void> {
    this.#parts.jobs.refuse()
    await this.#parts.current.rebuild()
  }

  dismiss(): void {
    this.#parts.changes.dismiss()
  }

  export(target: string, period: ExportPeriod): Promise<Exported> {
    const { view } = this
    const { disk, clock } = this.ports
    return this.#parts.jobs.run('exporting', (control) =>
      exportPeriod({ disk, clock, store: this.#parts.current.now, view }, target, period, control)
    )
  }

  async dispose(): Promise<void> {
    this.#parts.changes.dispose()
    this.#parts.verifier.dispose()
    const ended = this.#parts.jobs.dispose()
    // A verification waits for the copy.
    await this.#parts.copy.dispose()
    await ended
    await this.#parts.queue.dispose()
    await this.#parts.current.now.dispose()
    await this.provenance.dispose()
    await this.settings.idle()
  }

  /** Fetches that are requested while archives are switched or restored wait. */
  #refuseMoving(): void {
    this.#parts.opening.refuseNow()
    this.#parts.jobs.refuse(['moving'])
  }
}
