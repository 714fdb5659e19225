import * as v from 'valibot'
import {
  maxSavedReports,
  savedReportSchema,
  type SavedReport
} from '#shared/contract/recording/saved-reports'
import { fail } from '#shared/domain/base/problem'
import { analysisText } from '#shared/messages/analysis'
import { JsonStore, type JsonStorePorts } from '../../base/files'
import { NamedList, readableOf } from '../named-list'

const text = analysisText.saved
const schema = v.looseObject({
  reports: v.pipe(v.array(savedReportSchema), v.maxLength(maxSavedReports), v.readonly())
})

interface SavedReportsPorts extends JsonStorePorts {
  readonly newId: () => string
  readonly changed: (reports: readonly SavedReport[]) => void
}

/** `saved-reports.json`: the choices of reports that the user saved by a name. */
export async function openSavedReports(
  ports: SavedReportsPorts
): Promise<NamedList<Omit<SavedReport, 'id'>>> {
  const store = await JsonStore.open<v.InferOutput<typeof schema>>({
    ...{ ...ports, schema, version: 1, title: text.file, initial: { reports: [] } },
    salvage(damaged) {
      const { readable, lost } = readableOf(damaged['reports'], savedReportSchema, maxSavedReports)
      return { content: { ...damaged, reports: readable }, lost: text.lost(lost) }
    }
  })
  return new NamedList<Omit<SavedReport, 'id'>>({
    ...{ ...ports, store, max: maxSavedReports },
    read: () => store.value.reports,
    write: (reports) => store.update({ reports }),
    refusals: {
      gone: () => fail('reports.gone', text.gone),
      nameTaken: () => fail('reports.name-taken', text.nameTaken),
      tooMany: () => fail('reports.too-many', text.tooMany(maxSavedReports))
    }
  })
}
