import type { CatalogState, RecordedConnection, RecordedDay } from '#shared/contract/recording/catalog'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { recordingsText } from '../../messages/recordings'

export interface RecordingRow {
  readonly connection: RecordedConnection
  /** Null for the row of the connection itself. */
  readonly day: RecordedDay | null
}

/** Days of a connection that an action is for. */
interface ChosenDays {
  readonly connection: RecordedConnection
  readonly days: readonly RecordedDay[]
}

/** The recordings as in main, and what is selected; outlives view changes. */
export class RecordingsStore {
  state = $state.raw<CatalogState | null>(null)
  /** Why the state could not be read. */
  problem = $state<string | null>(null)
  active = $state<number | null>(null)
  /** Its deletion is being confirmed. */
  removing = $state.raw<ChosenDays | null>(null)
  #shown = $state.raw<{ readonly connection: string; readonly day: string | null } | null>(null)

  readonly rows = $derived.by((): readonly RecordingRow[] =>
    (this.state?.connections ?? []).flatMap((connection) => [
      { connection, day: null },
      ...connection.days.map((day) => ({ connection, day }))
    ])
  )
  /** What is shown beside the table. */
  readonly shown = $derived.by(() => {
    const shown = this.#shown
    if (!shown) return null
    return (
      this.rows.find(
        ({ connection, day }) => connection.id === shown.connection && (day?.day ?? null) === shown.day
      ) ?? null
    )
  })

  constructor(private readonly desk: Desk) {}

  get #calls() {
    return this.desk.bridge.call.recordings
  }

  /** While the view is shown. A recording that grows is read again. */
  start(): () => void {
    const stops = [
      this.desk.bridge.on('recordings.changed', (state) => (this.state = state)),
      this.desk.bridge.on('recording.changed', () => void this.load())
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

  /** Why days cannot be deleted now; null if they can. */
  notRemovable({ days }: ChosenDays): string | null {
    if (this.state?.job) return recordingsText.unavailable.busy
    return days.every(({ pinned }) => pinned) ? recordingsText.unavailable.pinned : null
  }

  async replay({ connection, day }: RecordingRow, newWindow = false): Promise<void> {
    const from = day?.content?.from ?? null
    await this.desk.attempt(async () => {
      await this.desk.replay.open(from, newWindow, connection.id)
      if (!newWindow) this.desk.router.go('markets')
    })
  }

  async verify({ connection, days }: ChosenDays): Promise<void> {
    await this.desk.attempt(async () => {
      const chosen = days.map(({ day }) => day)
      if (!(await valueOf(this.#calls.verify({ connection: connection.id, days: chosen })))) return
      await this.load()
      const damaged = this.state?.connections
        .find(({ id }) => id === connection.id)
        ?.days.filter(({ day, verified }) => chosen.includes(day) && (verified?.damaged ?? 0) > 0)
      const { toasts } = this.desk
      if (damaged?.length) toasts.show('error', recordingsText.verified.damaged(damaged.length))
      else toasts.show('success', recordingsText.verified.intact(chosen.length))
    })
  }

  async remove({ connection, days }: ChosenDays): Promise<void> {
    await this.desk.attempt(async () => {
      const chosen = days.filter(({ pinned }) => !pinned).map(({ day }) => day)
      if (!(await valueOf(this.#calls.remove({ connection: connection.id, days: chosen })))) return
      await this.load()
      this.desk.toasts.show('success', recordingsText.removed(chosen.length))
    })
  }

  async pin(connection: RecordedConnection, { day, pinned }: RecordedDay): Promise<void> {
    await this.desk.attempt(async () => {
      await valueOf(this.#calls.pin({ connection: connection.id, days: [day], pinned: !pinned }))
      await this.load()
    })
  }

  cancel = () => this.desk.attempt(() => valueOf(this.#calls.cancel()))

  openFolder(connection: RecordedConnection | null): void {
    void this.desk.attempt(() => valueOf(this.#calls.showFolder({ connection: connection?.id ?? null })))
  }

  /** Of one connection, or of the one with the newest day. */
  chosen({ connection, day }: RecordingRow): ChosenDays {
    return { connection, days: day ? [day] : connection.days }
  }
}
