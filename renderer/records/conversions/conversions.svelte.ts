import { conversionsText } from '#renderer/messages/conversions'
import { untrack } from 'svelte'
import type { ConversionsState } from '#shared/contract/records/conversions'
import { toProblem } from '#shared/domain/base/problem'
import { idsIn } from '#shared/domain/records/record-links'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { Detail } from './state/detail.svelte'
import { HistoryRows } from './state/history.svelte'
import { LookUp } from './state/look-up.svelte'

/** The lookup, history and selection; outlives view changes. */
export class ConversionsStore {
  state = $state.raw<ConversionsState | null>(null)
  /** Why the state could not be read. */
  problem = $state<string | null>(null)
  /** The conversion whose removal is being confirmed. */
  confirmingRemoval = $state<string | null>(null)
  /** The dialog to remove the oldest is open. */
  clearing = $state(false)
  /** Focus the field for IDs. */
  focusWanted = $state(false)
  readonly lookUp: LookUp
  readonly history: HistoryRows
  readonly detail: Detail

  constructor(readonly desk: Desk) {
    this.history = new HistoryRows(desk)
    this.detail = new Detail(desk)
    this.lookUp = new LookUp({
      desk,
      absent: () => this.state?.absent ?? null,
      busy: () => this.state !== null && this.state.lookingUp !== null,
      show: (id) => void this.show(id),
      asked: () => this.history.find('')
    })
  }

  start(): () => void {
    const stop = this.desk.bridge.on('conversions.changed', (state) => this.take(state))
    void untrack(() => this.load())
    return stop
  }

  async load(): Promise<void> {
    try {
      this.take(await valueOf(this.desk.bridge.call.conversions.read()))
      this.problem = null
    } catch (thrown) {
      this.problem = toProblem(thrown).sentence
    }
  }

  take(state: ConversionsState): void {
    if (this.state !== null && this.state.history !== state.history) {
      this.detail.close()
      this.lookUp.connectionChanged()
    }
    this.state = state
    this.history.take(state)
    this.detail.take(state)
    this.lookUp.continue()
  }

  /** False if it is not in the history. */
  async show(id: string): Promise<boolean> {
    const isThere = await this.detail.open(id)
    if (isThere) await this.history.seek(id)
    return isThere
  }

  /** Shows a conversion from the palette, a link or a notification, and looks it up if needed. */
  async want(text: string): Promise<void> {
    const { ids } = idsIn(text, 200)
    const [only] = ids
    if (only === undefined) return
    if (this.state === null) await this.load()
    if (ids.length === 1 && (await this.show(only))) return
    await this.lookUp.want(ids)
  }

  /** The matches of the search, or all; `watched`: only those being watched. */
  async exportCsv(search = this.history.search.trim(), watched = false): Promise<void> {
    await this.desk.attempt(async () => {
      const { exportCsv } = this.desk.bridge.call.conversions
      const saved = await valueOf(exportCsv({ search, watched }))
      if (saved) this.desk.toasts.show('success', conversionsText.exported(saved.path))
    })
  }

  async watch(id: string, watching: boolean): Promise<void> {
    await this.desk.attempt(async () =>
      this.take(await valueOf(this.desk.bridge.call.conversions.watch({ ids: [id], watching })))
    )
  }

  /** Optionally exports the removed ones first. */
  async makeRoom(): Promise<void> {
    await this.desk.attempt(async () =>
      this.take(await valueOf(this.desk.bridge.call.conversions.makeRoom()))
    )
  }

  async remove(id: string): Promise<void> {
    await this.desk.attempt(async () => {
      if (this.detail.id === id) {
        this.detail.note.drop()
        this.detail.close()
      }
      this.take(await valueOf(this.desk.bridge.call.conversions.remove({ ids: [id] })))
    })
  }
}
