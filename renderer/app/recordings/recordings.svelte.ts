import type {
  CatalogState,
  ExportChoice,
  RecordedConnection,
  RecordingImport
} from '#shared/contract/recording/catalog'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import type { RowsPosition } from '../../ui/rows'
import { every } from '../../lib/every'
import { recordingsText } from '../../messages/recordings'
import { DaySelection, type Choice, type RecordingRow } from './day-selection.svelte'
import { countDays, daysIn, hereIn, importText, isPinned, missingIn, namesOf } from './words'

const dayLength = 86_400_000
/** Milliseconds between looks for what others share. */
const sharedPause = 30_000

/** Of days, in milliseconds since the epoch. */
interface Times {
  readonly from: number | null
  readonly to: number | null
}
const wholeDay: Times = { from: null, to: null }

interface Outcome extends Pick<RecordingImport, 'refused' | 'refusals'> {
  readonly title: string
  readonly sentence: string
  /** Above the sentences about what was refused. */
  readonly heading: string
}

/** The recordings as in main, and what is selected; outlives view changes. */
export class RecordingsStore {
  state = $state.raw<CatalogState | null>(null)
  /** Why the state could not be read. */
  problem = $state<string | null>(null)
  active = $state<number | null>(null)
  readonly position: RowsPosition = { top: 0 }
  /** Its deletion is being confirmed. */
  removing = $state.raw<Choice | null>(null)
  /** Pinned days that are older than the limit. */
  unpinning = $state.raw<Choice | null>(null)
  /** How to export what is here of it is being asked. */
  exporting = $state.raw<Choice | null>(null)
  /** Of an import or a fetch that refused something. */
  outcome = $state.raw<Outcome | null>(null)
  #shown = $state.raw<{ readonly connection: string; readonly day: string | null } | null>(null)

  readonly rows = $derived.by((): readonly RecordingRow[] =>
    (this.state?.connections ?? []).flatMap((connection) => [
      { connection, day: null },
      ...connection.days.map((day) => ({ connection, day }))
    ])
  )
  /** The content beside the table. */
  readonly shown = $derived.by(() => {
    const shown = this.#shown
    if (!shown) return null
    return (
      this.rows.find(
        ({ connection, day }) => connection.id === shown.connection && (day?.day ?? null) === shown.day
      ) ?? null
    )
  })
  readonly selection = new DaySelection(
    () => this.state?.connections ?? [],
    () => this.rows
  )

  constructor(private readonly desk: Desk) {}

  get #calls() {
    return this.desk.bridge.call.recordings
  }

  get isBusy(): boolean {
    return Boolean(this.state?.job)
  }

  /** While the view is shown. A recording that grows is read again, and so is what others share. */
  start(): () => void {
    const stops = [
      this.desk.bridge.on('recordings.changed', (state) => (this.state = state)),
      this.desk.bridge.on('recording.changed', () => void this.load()),
      every(sharedPause, () => {
        if (!document.hidden && !this.isBusy) void this.load()
      })
    ]
    void this.load()
    return () => stops.forEach((stop) => stop())
  }

  async load(): Promise<void> {
    try {
      this.state = await valueOf(this.#calls.read())
      this.problem = null
    } catch (thrown) {
      this.problem = toProblem(thrown).sentence
    }
  }

  show({ connection, day }: RecordingRow): void {
    this.#shown = { connection: connection.id, day: day?.day ?? null }
  }

  close(): void {
    this.#shown = null
  }

  /** A day, or all days of a connection. */
  chosen({ connection, day }: RecordingRow): Choice {
    return [{ connection, days: day ? [day] : connection.days }]
  }

  /** The target of keys and commands: the selected days, or else the active row. */
  get current(): Choice | null {
    const here = hereIn(this.picked)
    return here.length > 0 ? here : null
  }

  /** What of them was not fetched. */
  get missing(): Choice {
    return missingIn(this.picked)
  }

  get picked(): Choice {
    if (this.selection.choice.length > 0) return this.selection.choice
    const row = (this.active === null ? null : this.rows[this.active]) ?? this.shown
    return row ? this.chosen(row) : []
  }

  /** Why days cannot be deleted now; null if they can. */
  notRemovable(choice: Choice): string | null {
    if (this.isBusy) return recordingsText.unavailable.busy
    return isPinned(choice) ? recordingsText.unavailable.pinned : null
  }

  /** What is shared and not here is fetched first. */
  async replay(row: RecordingRow, newWindow = false, times = wholeDay): Promise<void> {
    const shared = row.day?.shared
    if (shared && !(await this.fetch(this.chosen(row), times))) return
    if (times.from === null) return this.replayFrom(row, shared?.from, newWindow)
    await this.#openReplay(row, Math.max(times.from, shared?.from ?? 0), newWindow)
  }

  /** From there, or from what is here if that is earlier. */
  async replayFrom(row: RecordingRow, at = Infinity, newWindow = false): Promise<void> {
    const from = Math.min(row.day?.content?.from ?? Infinity, at)
    await this.#openReplay(row, from === Infinity ? null : from, newWindow)
  }

  async #openReplay({ connection }: RecordingRow, from: number | null, newWindow: boolean): Promise<void> {
    await this.desk.attempt(async () => {
      await this.desk.replay.open(from, newWindow, connection.id)
      if (!newWindow) this.desk.router.go('markets')
    })
  }

  async verify(choice: Choice): Promise<void> {
    await this.desk.attempt(async () => {
      if (!(await valueOf(this.#calls.verify({ chosen: namesOf(choice) })))) return
      await this.load()
      const damaged = choice.flatMap(({ connection, days }) =>
        this.#daysOf(connection).filter(
          ({ day, verified }) => days.some((each) => each.day === day) && (verified?.damaged ?? 0) > 0
        )
      )
      const { toasts } = this.desk
      if (damaged.length > 0) toasts.show('error', recordingsText.verified.damaged(damaged.length))
      else toasts.show('success', recordingsText.verified.intact(countDays(choice)))
    })
  }

  async remove(choice: Choice): Promise<void> {
    await this.desk.attempt(async () => {
      const removable = choice
        .map(({ connection, days }) => ({ connection, days: days.filter(({ pinned }) => !pinned) }))
        .filter(({ days }) => days.length > 0)
      if (!(await valueOf(this.#calls.remove({ chosen: namesOf(removable) })))) return
      await this.load()
      this.desk.toasts.show('success', recordingsText.removed(countDays(removable)))
    })
  }

  /** Unpins them if all are pinned; asks before that deletes any. */
  async pin(choice: Choice): Promise<void> {
    if (isPinned(choice)) await this.unpin(choice)
    else await this.setPinned(choice, true)
  }

  /** With the ranges of those days. */
  async unpin(choice: Choice): Promise<void> {
    if (this.#tooOld(choice)) this.unpinning = choice
    else await this.setPinned(choice, false)
  }

  async setPinned(choice: Choice, pinned: boolean): Promise<void> {
    await this.desk.attempt(async () => {
      await valueOf(this.#calls.pin({ chosen: namesOf(choice), pinned }))
      await this.load()
    })
  }

  async export(choice: Choice, how: ExportChoice): Promise<void> {
    await this.desk.attempt(async () => {
      const exported = await valueOf(this.#calls.export({ chosen: namesOf(choice), ...how }))
      if (!exported) return
      const { files, path, damaged } = exported
      const text = recordingsText.exported
      if (damaged > 0) this.desk.toasts.show('warning', text.done(files, path), text.damaged(damaged))
      else this.desk.toasts.show('success', text.done(files, path), text.check)
    })
  }

  /** As it is now: more may have been fetched. */
  latest(choice: Choice): Choice {
    return choice.map(({ connection, days }) => {
      const now = this.#daysOf(connection)
      return { connection, days: days.map((each) => now.find(({ day }) => day === each.day) ?? each) }
    })
  }

  async import(): Promise<void> {
    await this.desk.attempt(async () => {
      const result = await valueOf(this.#calls.import())
      if (!result) return
      await this.load()
      if (result.refusals > 0) this.outcome = importOutcome(result)
      else if (result.imported === 0) this.desk.toasts.show('information', recordingsText.imported.nothing)
      else this.desk.toasts.show('success', importText(result), recordingsText.imported.pinned)
    })
  }

  /** Whether everything of those times is here then. */
  async fetch(choice: Choice, times = wholeDay): Promise<boolean> {
    let isComplete = false
    await this.desk.attempt(async () => {
      const result = await valueOf(this.#calls.fetch({ chosen: namesOf(choice), ...times }))
      if (!result) return
      await this.load()
      const text = recordingsText.fetched
      const { refused, refusals } = result
      const sentence = text.summary(result.fetched, result.skipped)
      isComplete = refusals === 0
      if (isComplete) this.desk.toasts.show('success', sentence)
      else this.outcome = { title: text.title, sentence, heading: text.refused(refusals), refused, refusals }
    })
    return isComplete
  }

  /** Asks for the folder in which the desk shares recordings. */
  async addShared(): Promise<void> {
    await this.desk.attempt(async () => {
      const chosen = await valueOf(this.#calls.chooseShared())
      if (!chosen) return
      await this.desk.settings.change({ sharedFolder: chosen.path })
      await this.load()
    })
  }

  async move(): Promise<void> {
    await this.desk.attempt(async () => {
      const moved = await valueOf(this.#calls.move())
      if (!moved) return
      await this.load()
      this.desk.toasts.show('success', recordingsText.moved(moved.path))
    })
  }

  cancel = () => this.desk.attempt(() => valueOf(this.#calls.cancel()))

  openFolder(connection: RecordedConnection | null): void {
    void this.desk.attempt(() => valueOf(this.#calls.showFolder({ connection: connection?.id ?? null })))
  }

  #tooOld(choice: Choice): boolean {
    const { clock, settings } = this.desk
    const oldest = clock.now - settings.now.recordingDays * dayLength
    // What was fetched has no limit of age.
    const limited = choice.filter(({ connection }) => !connection.desk)
    return daysIn(limited).some(({ day }) => Date.parse(day) + dayLength < oldest)
  }

  #daysOf({ id }: RecordedConnection) {
    return this.state?.connections.find((each) => each.id === id)?.days ?? []
  }
}

function importOutcome(result: RecordingImport): Outcome {
  const { imported: text } = recordingsText
  const { refused, refusals, imported } = result
  const sentence = [importText(result), ...(imported > 0 ? [text.pinned] : [])].join(' ')
  return { title: text.title, sentence, heading: text.refused(refusals), refused, refusals }
}
