import * as v from 'valibot'
import { maxSavedQueries, savedQuerySchema, type SavedQuery } from '#shared/contract/recording/sql'
import { fail } from '#shared/domain/base/problem'
import { sqlText } from '#shared/messages/sql'
import { JsonStore, type JsonStorePorts } from '../../base/files'
import { NamedList, readableOf } from '../named-list'

const schema = v.looseObject({
  queries: v.pipe(v.array(savedQuerySchema), v.maxLength(maxSavedQueries), v.readonly())
})

interface SavedQueriesPorts extends JsonStorePorts {
  readonly newId: () => string
  readonly changed: (queries: readonly SavedQuery[]) => void
}

/** `queries.json`: SQL that the user saved by a name. */
export async function openSavedQueries(ports: SavedQueriesPorts) {
  const store = await JsonStore.open<v.InferOutput<typeof schema>>({
    ...{ ...ports, schema, version: 1, title: sqlText.queriesFile, initial: { queries: [] } },
    salvage(damaged) {
      const { readable, lost } = readableOf(damaged['queries'], savedQuerySchema, maxSavedQueries)
      return { content: { ...damaged, queries: readable }, lost: sqlText.queriesLost(lost) }
    }
  })
  return new NamedList<Omit<SavedQuery, 'id'>>({
    ...{ ...ports, store, max: maxSavedQueries },
    read: () => store.value.queries,
    write: (queries) => store.update({ queries }),
    refusals: {
      gone: () => fail('sql.gone', sqlText.queryGone),
      nameTaken: () => fail('sql.name-taken', sqlText.nameTaken),
      tooMany: () => fail('sql.too-many', sqlText.tooManyQueries(maxSavedQueries))
    }
  })
}
