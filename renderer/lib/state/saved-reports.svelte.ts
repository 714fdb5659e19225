import type { Bridge } from '#shared/contract/index'
import type { SavedReport } from '#shared/contract/recording/saved-reports'
import { valueOf } from '../client'

/** The reports that the user saved, as in main. */
export class SavedReportsStore {
  all = $state.raw<readonly SavedReport[]>([])

  constructor(private readonly bridge: Bridge) {}

  get #calls() {
    return this.bridge.call.savedReports
  }

  start(): () => void {
    return this.bridge.on('savedReports.changed', (all) => (this.all = all))
  }

  async load(): Promise<void> {
    this.all = await valueOf(this.#calls.read())
  }

  /** Replaces one of the same name. */
  async save(report: Omit<SavedReport, 'id'>): Promise<void> {
    this.all = await valueOf(this.#calls.save(report))
  }

  async rename(id: string, name: string): Promise<void> {
    this.all = await valueOf(this.#calls.rename({ id, name }))
  }

  async remove(id: string): Promise<void> {
    this.all = await valueOf(this.#calls.remove({ id }))
  }
}
