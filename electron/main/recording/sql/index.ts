import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserWindow } from 'electron'
import type { Clock } from '#engine/base/clock'
import { listLogs } from '#engine/recording/location'
import { parquetFolderOf } from '#engine/recording/parquet/locations'
import { SqlSession, type SqlProcess } from '#engine/recording/sql/client'
import { csvOf } from '#engine/recording/sql/csv'
import { openSavedQueries } from '#engine/recording/sql/saved-queries'
import type { FeatureHandlers } from '#shared/contract/index'
import type { SqlResult, SqlSource } from '#shared/contract/recording/sql'
import { fail } from '#shared/domain/base/problem'
import { sqlText } from '#shared/messages/sql'
import { saveAs } from '../../base/dialogs'
import type { Pushes } from '../../base/ipc/pushes'
import type { UnsavedFiles } from '../../base/unsaved-files'

interface SqlParts {
  readonly file: string
  readonly clock: Clock
  readonly spawn: () => SqlProcess
  /** Of all recordings; it may be moved. */
  readonly root: () => string
  readonly logInUse: () => string | null
  readonly named: (id: string) => Pick<SqlSource, 'name' | 'environment'>
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
  readonly onWindowGone: (listener: (windowId: string) => void) => void
  readonly startNotice: (sentence: string) => void
  readonly unsaved: UnsavedFiles
}

interface SqlFeature {
  readonly handlers: FeatureHandlers<'sql'>
  /** Ends all queries: the recordings are moved or deleted. */
  readonly closeAll: () => void
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

interface WindowQueries {
  readonly session: SqlSession
  result: SqlResult | null
}

export async function setUpSql(parts: SqlParts): Promise<SqlFeature> {
  const { clock, spawn, pushes } = parts
  const queries = await openSavedQueries({
    file: parts.file,
    clock,
    newId: randomUUID,
    changed: (all) => pushes.broadcast('sql.queriesChanged', all),
    onSaveStateChange: parts.unsaved.of(parts.file)
  })
  if (queries.notice !== null) parts.startNotice(queries.notice)
  const windows = new Map<string, WindowQueries>()
  const folderOf = (id: string) => parquetFolderOf(path.join(parts.root(), ...id.split('/'), 'log'))
  const idOf = (log: string) => path.relative(parts.root(), path.dirname(log)).split(path.sep).join('/')

  function queriesOf(windowId: string): WindowQueries {
    const known = windows.get(windowId)
    if (known) return known
    const made = { session: new SqlSession({ clock, spawn }), result: null }
    windows.set(windowId, made)
    return made
  }
  function close(windowId: string): void {
    windows.get(windowId)?.session.dispose()
    windows.delete(windowId)
  }
  const closeAll = () => [...windows.keys()].forEach(close)
  parts.onWindowGone(close)

  return {
    handlers: {
      async sources() {
        const used = parts.logInUse()
        const logs = await listLogs(parts.root())
        const hasFiles = await Promise.all(logs.map(async (log) => (await below(parquetFolderOf(log))) > 0))
        return logs
          .filter((_log, index) => hasFiles[index])
          .map((log): SqlSource => ({ id: idOf(log), ...parts.named(idOf(log)), inUse: log === used }))
          .sort((one, other) => Number(other.inUse) - Number(one.inUse) || one.id.localeCompare(other.id))
      },
      schema: ({ connection }, { windowId }) => queriesOf(windowId).session.schema(folderOf(connection)),
      async run({ connection, sql }, { windowId }) {
        const window = queriesOf(windowId)
        const result = await window.session.run(folderOf(connection), sql)
        if (result) window.result = result
        return result
      },
      cancel(_payload, { windowId }) {
        windows.get(windowId)?.session.cancel()
        return null
      },
      async saveCsv(_payload, { windowId }) {
        const result = windows.get(windowId)?.result
        if (!result) throw fail('sql.nothing', sqlText.nothing)
        const name = `leadline-query-${new Date(clock.wall()).toISOString().slice(0, 19)}`
        const options = {
          title: sqlText.saveCsv,
          name: `${name.replaceAll(':', '')}.csv`,
          type: 'csv'
        } as const
        return saveAs(await csvOf(result), options, parts.browserOf(windowId))
      },
      queries: () => queries.all,
      save: ({ name, sql }) => queries.save({ name, sql }),
      rename: ({ id, name }) => queries.rename(id, name),
      remove: ({ id }) => queries.remove(id)
    },
    closeAll,
    clear: async () => void (await queries.clear()),
    async dispose() {
      closeAll()
      await queries.dispose()
    }
  }
}

const below = async (folder: string) => (await readdir(folder).catch(() => [])).length
