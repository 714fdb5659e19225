import type { FillFile } from '#shared/contract/recording/analysis'
import type { CatalogState, RecordedConnection } from '#shared/contract/recording/catalog'
import { reportIds } from '#shared/contract/recording/saved-reports'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { dayLength, missingDays, type MissingDays } from '../../lib/desk-days'
import { hasFiles } from '../../lib/recorded-connection'
import { analysisText } from '../../messages/analysis'
import { Choice } from './choice.svelte'
import { modelOf } from './model'
import { pageOf, pdfName } from './page'
import type { ReportId, ReportModel } from './report'
import { ReportRun } from './run.svelte'
import { SavedReports } from './saved.svelte'

const text = analysisText

/** The reports, and what they are about; outlives view changes. */
export class AnalysisStore {
  catalog = $state.raw<CatalogState | null>(null)
  /** Why there is nothing to choose from. */
  problem = $state<string | null>(null)
  files = $state.raw<readonly FillFile[]>([])
  /** Shown below the chosen report. */
  pinned = $state<ReportId | null>(null)
  isSaving = $state(false)
  /** Whether it is known what is sealed of the chosen connection. */
  isKnown = $state(false)
  readonly choice: Choice
  readonly main: ReportRun
  readonly below: ReportRun
  readonly saved: SavedReports
  /** Fetched days are being written as Parquet files. */
  isWriting = $state(false)
  #sealing: string | null = null
  #isSealing = false
  /** To be shown once the recorded connections are known. */
  #wantedConnection: string | null = null
  /** Otherwise the connection in use is shown. */
  #isPicked = false

  constructor(private readonly desk: Desk) {
    this.choice = new Choice(desk)
    this.main = new ReportRun(desk, 1)
    this.below = new ReportRun(desk, 2)
    this.saved = new SavedReports({
      desk,
      choice: this.choice,
      id: () => this.id,
      useConnection: (id) => {
        const connection = this.connections.find((each) => each.id === id)
        this.#wantedConnection = connection ? null : id
        if (connection && connection !== this.choice.connection) void this.pick(connection)
      }
    })
  }

  readonly id: ReportId = $derived.by(() => reportIds.find((id) => id === this.desk.router.rest) ?? 'cost')
  readonly belowId: ReportId | null = $derived.by(() => (this.pinned === this.id ? null : this.pinned))
  readonly connections: readonly RecordedConnection[] = $derived.by(() => this.catalog?.connections ?? [])
  readonly model: ReportModel | null = $derived.by(() => this.#modelOf(this.main))
  /** What the report could use, and only the desk has. */
  readonly missing: MissingDays | null = $derived.by(() => {
    const { connection } = this.choice
    // Older ones would be fetched, and never written as Parquet files.
    const spans = this.choice
      .spans(this.id, this.files)
      .map(([from, to]) => [Math.max(from, this.#oldest), to] as const)
    return (
      connection &&
      missingDays(
        connection,
        spans.filter(([from, to]) => from < to)
      )
    )
  })
  readonly belowModel: ReportModel | null = $derived.by(() => this.#modelOf(this.below))

  /** Why the chosen connection has no sealed files, while they are being written. */
  get whyEmpty(): 'none' | 'connection' | 'desk' | 'old' | 'unsealed' {
    const { connection } = this.choice
    if (!connection) return 'none'
    if (connection.desk && !hasFiles(connection)) return 'desk'
    if (connection.days.some(({ open }) => open)) return 'connection'
    const here = connection.days.filter(({ bytes }) => bytes > 0)
    const isOld = here.every(({ day, pinnedBytes }) => pinnedBytes === 0 && Date.parse(day) < this.#oldest)
    return here.length > 0 && isOld ? 'old' : 'unsealed'
  }

  /** The first day whose Parquet files are kept. */
  get #oldest(): number {
    const { clock, settings } = this.desk
    return (Math.floor(clock.now / dayLength) - settings.now.parquetDays) * dayLength
  }

  get #calls() {
    return this.desk.bridge.call.analysis
  }

  /** While the view is shown. */
  start(): () => void {
    const { bridge } = this.desk
    const stops = [
      bridge.on('recordings.changed', (state) => this.#adopt(state)),
      bridge.on('recording.changed', ({ sealing }) => {
        this.#sealedMore(sealing.hour)
        void this.#follow(sealing.phase === 'sealing')
      }),
      bridge.on('analysis.fillsChanged', (files) => (this.files = files)),
      this.main.listen(),
      this.below.listen()
    ]
    void this.load()
    return () => stops.forEach((stop) => stop())
  }

  async load(): Promise<void> {
    try {
      this.files = await valueOf(this.#calls.fillFiles())
      this.#adopt(await valueOf(this.desk.bridge.call.recordings.read()))
      this.problem = null
      await this.#readSealed()
    } catch (thrown) {
      this.problem = toProblem(thrown).sentence
    }
  }

  async pick(connection: RecordedConnection): Promise<void> {
    this.#isPicked = true
    await this.#show(connection)
  }

  async #show(connection: RecordedConnection | null): Promise<void> {
    this.choice.connection = connection
    this.choice.sealed = null
    this.isKnown = false
    await this.#readSealed()
  }

  /** With what was written since. */
  async runAgain(): Promise<void> {
    await this.#readSealed()
    await this.main.start()
  }

  async fetchMissing(): Promise<void> {
    const { missing } = this
    if (!missing) return
    const { connection, days, from, to } = missing
    await this.desk.attempt(async () => {
      const { recordings } = this.desk.bridge.call
      const times = { from: Math.max(0, Math.floor(from)), to: Math.ceil(to) }
      const fetched = await valueOf(recordings.fetch({ chosen: [{ connection, days: [...days] }], ...times }))
      const isWritten = this.desk.recording.state.sealing.phase !== 'off'
      this.isWriting = isWritten && (fetched === null || fetched.fetched > 0)
      const [refused] = fetched?.refused ?? []
      if (refused !== undefined) this.desk.toasts.show('warning', refused)
    })
  }

  /** What was fetched until then is kept. */
  cancelFetch = () => this.desk.attempt(() => valueOf(this.desk.bridge.call.recordings.cancel()))

  async importFills(): Promise<void> {
    await this.desk.attempt(async () => {
      const file = await valueOf(this.#calls.importFills())
      if (!file) return
      this.files = await valueOf(this.#calls.fillFiles())
      this.choice.change({ file: file.id })
      this.desk.router.go('analysis', 'fills')
      const { toasts } = this.desk
      const [first] = file.problems
      if (first) {
        const sentence = text.fills.line(first.line, first.sentence)
        toasts.showBriefly('warning', text.fills.problems(file.problems.length + file.moreProblems, sentence))
      } else toasts.show('success', text.fills.imported(file.fills, file.name))
    })
  }

  async removeFills(file: number): Promise<void> {
    await this.desk.attempt(async () => {
      await valueOf(this.#calls.removeFills({ file }))
      this.files = await valueOf(this.#calls.fillFiles())
      if (this.choice.fields.file === file) this.choice.change({ file: this.files.at(-1)?.id ?? null })
    })
  }

  async saveCsv(run: ReportRun): Promise<void> {
    await this.#save(() => run.saveCsv())
  }

  async savePdf(model: ReportModel): Promise<void> {
    await this.#save(async () => {
      const about = await valueOf(this.desk.bridge.call.app.about())
      const page = pageOf(model, {
        choice: this.choice,
        settings: this.desk.settings.now,
        about,
        now: this.desk.clock.now
      })
      return valueOf(this.desk.bridge.call.printing.savePdf({ page, name: pdfName(model, this.choice) }))
    })
  }

  async replay(at: number): Promise<void> {
    const connection = this.choice.connection?.id
    await this.desk.attempt(async () => {
      await this.desk.replay.open(at, false, connection)
      this.desk.router.go('markets')
    })
  }

  async #save(work: () => Promise<{ readonly path: string } | null>): Promise<void> {
    if (this.isSaving) return
    this.isSaving = true
    await this.desk.attempt(async () => {
      const saved = await work()
      if (saved) this.desk.toasts.show('success', text.actions.saved(saved.path))
    })
    this.isSaving = false
  }

  #modelOf({ result }: ReportRun): ReportModel | null {
    return result && modelOf(result, { fields: this.choice.fields, settings: this.desk.settings.now })
  }

  /** An hour was written. A report that is being read is not replaced for it. */
  #sealedMore(hour: string | null): void {
    if (hour === this.#sealing) return
    this.#sealing = hour
    if (this.choice.sealed === null) void this.#readSealed()
  }

  /** Once what was fetched is written, the report has it. */
  async #follow(isSealing: boolean): Promise<void> {
    const hasEnded = this.#isSealing && !isSealing
    this.#isSealing = isSealing
    if (!hasEnded || !this.isWriting) return
    this.isWriting = false
    await this.desk.attempt(() => this.runAgain())
  }

  #adopt(state: CatalogState): void {
    // Of what is not here, only the desk's days can be fetched.
    const connections = state.connections.filter((each) => each.desk || hasFiles(each))
    this.catalog = { ...state, connections }
    const chosen = this.choice.connection?.id
    const wanted = connections.find(({ id }) => id === this.#wantedConnection)
    if (wanted || state.complete) this.#wantedConnection = null
    const before = connections.find(({ id }) => id === chosen)
    const inUse = connections.find((each) => each.days.some(({ open }) => open) || this.#isOfDesk(each))
    const connection = wanted ?? (this.#isPicked ? before : inUse) ?? before ?? connections[0] ?? null
    if (connection?.id === chosen) this.choice.connection = connection
    else void this.#show(connection)
  }

  /** What was fetched of the desk feed in use. */
  #isOfDesk({ desk, name }: RecordedConnection): boolean {
    const { connections } = this.desk
    const profile = connections.profile(connections.status.profileId)
    return desk && profile?.feed !== undefined && profile.name === name
  }

  async #readSealed(): Promise<void> {
    const connection = this.choice.connection?.id
    if (connection === undefined) {
      this.isKnown = this.catalog?.complete ?? false
      return
    }
    try {
      const sealed = await valueOf(this.#calls.sealed({ connection }))
      if (connection !== this.choice.connection?.id) return
      if (JSON.stringify(sealed) !== JSON.stringify(this.choice.sealed)) this.choice.sealed = sealed
      this.problem = null
    } catch (thrown) {
      if (connection === this.choice.connection?.id) this.problem = toProblem(thrown).sentence
    }
    this.isKnown = true
  }
}
