import * as v from 'valibot'
import {
  maxSavedReports,
  savedReportSchema,
  type SavedReport
} from '#shared/contract/recording/saved-reports'
import { fail } from '#shared/domain/base/problem'
import { analysisText } from '#shared/messages/analysis'
import { JsonStore, type JsonStorePorts } from '../../base/files'

const text = analysisText.saved
const fileSchema = v.looseObject({
  reports: v.pipe(v.array(savedReportSchema), v.maxLength(maxSavedReports), v.readonly())
})
type Content = v.InferOutput<typeof fileSchema>

interface SavedReportsPorts extends JsonStorePorts {
  readonly newId: () => string
  readonly changed: (reports: readonly SavedReport[]) => void
}

export async function openSavedReports(ports: SavedReportsPorts): Promise<SavedReports> {
  const store = await JsonStore.open<Content>({
    ...ports,
    schema: fileSchema,
    version: 1,
    title: text.file,
    initial: { reports: [] },
    salvage
  })
  return new SavedReports(store, ports)
}

/** `saved-reports.json`: the choices of reports that the user saved by a name. */
class SavedReports {
  constructor(
    private readonly store: JsonStore<Content>,
    private readonly ports: Pick<SavedReportsPorts, 'newId' | 'changed'>
  ) {}

  get notice(): string | null {
    return this.store.notice
  }

  get all(): readonly SavedReport[] {
    return this.store.value.reports
  }

  save(report: Omit<SavedReport, 'id'>): Promise<readonly SavedReport[]> {
    const known = this.all.find(({ name }) => name === report.name)
    if (known) return this.#set(this.all.map((each) => (each === known ? { ...report, id: known.id } : each)))
    if (this.all.length >= maxSavedReports) throw fail('reports.too-many', text.tooMany(maxSavedReports))
    return this.#set([...this.all, { id: this.ports.newId(), ...report }])
  }

  rename(id: string, name: string): Promise<readonly SavedReport[]> {
    if (!this.all.some((report) => report.id === id)) throw fail('reports.gone', text.gone)
    if (this.all.some((report) => report.id !== id && report.name === name))
      throw fail('reports.name-taken', text.nameTaken)
    return this.#set(this.all.map((report) => (report.id === id ? { ...report, name } : report)))
  }

  remove(id: string): Promise<readonly SavedReport[]> {
    return this.#set(this.all.filter((report) => report.id !== id))
  }

  clear(): Promise<readonly SavedReport[]> {
    return this.#set([])
  }

  dispose(): Promise<void> {
    return this.store.dispose()
  }

  async #set(reports: readonly SavedReport[]): Promise<readonly SavedReport[]> {
    const written = this.store.update({ reports })
    this.ports.changed(reports)
    await written
    return reports
  }
}

/** An unreadable report must not affect the others. */
function salvage(damaged: Record<string, unknown>) {
  const found = damaged['reports']
  const all: readonly unknown[] = Array.isArray(found) ? found : []
  const reports = all
    .filter((each): each is SavedReport => v.is(savedReportSchema, each))
    .slice(0, maxSavedReports)
  return { content: { ...damaged, reports }, lost: text.lost(all.length - reports.length) }
}
