import * as v from 'valibot'
import { maxSavedQueries, savedQuerySchema, type SavedQuery } from '#shared/contract/recording/sql'
import { fail } from '#shared/domain/base/problem'
import { sqlText } from '#shared/messages/sql'
import { JsonStore, type JsonStorePorts } from '../../base/files'

const fileSchema = v.looseObject({
  queries: v.pipe(v.array(savedQuerySchema), v.maxLength(maxSavedQueries), v.readonly())
})
type Content = v.InferOutput<typeof fileSchema>

interface SavedQueriesPorts extends JsonStorePorts {
  readonly newId: () => string
  readonly changed: (queries: readonly SavedQuery[]) => void
}

export async function openSavedQueries(ports: SavedQueriesPorts): Promise<SavedQueries> {
  const store = await JsonStore.open<Content>({
    ...ports,
    schema: fileSchema,
    version: 1,
    title: sqlText.queriesFile,
    initial: { queries: [] },
    salvage
  })
  return new SavedQueries(store, ports)
}

/** `queries.json`: SQL that the user saved by a name. */
class SavedQueries {
  constructor(
    private readonly store: JsonStore<Content>,
    private readonly ports: Pick<SavedQueriesPorts, 'newId' | 'changed'>
  ) {}

  get notice(): string | null {
    return this.store.notice
  }

  get all(): readonly SavedQuery[] {
    return this.store.value.queries
  }

  save(name: string, sql: string): Promise<readonly SavedQuery[]> {
    const known = this.all.find((query) => query.name === name)
    if (known) return this.#set(this.all.map((query) => (query === known ? { ...query, sql } : query)))
    if (this.all.length >= maxSavedQueries)
      throw fail('sql.too-many', sqlText.tooManyQueries(maxSavedQueries))
    return this.#set([...this.all, { id: this.ports.newId(), name, sql }])
  }

  rename(id: string, name: string): Promise<readonly SavedQuery[]> {
    if (!this.all.some((query) => query.id === id)) throw fail('sql.gone', sqlText.queryGone)
    if (this.all.some((query) => query.id !== id && query.name === name))
      throw fail('sql.name-taken', sqlText.nameTaken)
    return this.#set(this.all.map((query) => (query.id === id ? { ...query, name } : query)))
  }

  remove(id: string): Promise<readonly SavedQuery[]> {
    return this.#set(this.all.filter((query) => query.id !== id))
  }

  clear(): Promise<readonly SavedQuery[]> {
    return this.#set([])
  }

  dispose(): Promise<void> {
    return this.store.dispose()
  }

  async #set(queries: readonly SavedQuery[]): Promise<readonly SavedQuery[]> {
    const written = this.store.update({ queries })
    this.ports.changed(queries)
    await written
    return queries
  }
}

/** An unreadable query must not affect the others. */
function salvage(damaged: Record<string, unknown>) {
  const found = damaged['queries']
  const all: readonly unknown[] = Array.isArray(found) ? found : []
  const queries = all
    .filter((each): each is SavedQuery => v.is(savedQuerySchema, each))
    .slice(0, maxSavedQueries)
  return { content: { ...damaged, queries }, lost: sqlText.queriesLost(all.length - queries.length) }
}
