import path from 'node:path'
import { shell, type BrowserWindow } from 'electron'
import type { Clock } from '#engine/base/clock'
import { serviceDigest, type Connections, type FeedLink } from '#engine/connection/index'
import { CatalogClient, type CatalogProcess } from '#engine/recording/catalog/client'
import type { SharedPlaces } from '#engine/recording/catalog/messages'
import { isDesk, isImport, withoutImport } from '#engine/recording/location'
import { listSegments } from '#engine/recording/log/segments'
import { moveRecordings } from '#engine/recording/move/move-recordings'
import { needRoot, type RecordingsFolder } from '#engine/recording/move/recordings-folder'
import { changePins } from '#engine/recording/pins'
import { environments } from '#shared/contract/connection/connections'
import type { FeatureHandlers } from '#shared/contract/index'
import type { CatalogState, ChosenDays, RecordedConnection } from '#shared/contract/recording/catalog'
import type { SqlSource } from '#shared/contract/recording/sql'
import { fail, toProblem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { ChangeNotifier } from '../../base/change-notifier'
import { askForFolder } from '../../base/dialogs'
import type { Pushes } from '../../base/ipc/pushes'
import type { RecordingInUse } from '../in-use'
import { backtestHandlers } from './backtest'

interface CatalogParts {
  readonly clock: Clock
  readonly folder: RecordingsFolder
  readonly inUse: () => Pick<RecordingInUse, 'log' | 'fetch'>
  /** The user fetched days. */
  readonly onFetched: () => void
  /** Days were deleted. */
  readonly onRemoved: () => void
  readonly spawn: () => CatalogProcess
  readonly connections: Pick<Connections, 'profiles' | 'onFeed'>
  readonly pushes: Pick<Pushes, 'broadcast' | 'send'>
  readonly staleAfter: () => number
  /** The folder of shared recordings, or an empty text, and the limit of what was fetched. */
  readonly shared: () => { readonly folder: string; readonly gigabytes: number }
  /** Nothing is written into the recordings meanwhile, and afterwards they may be elsewhere. */
  readonly pausedWhile: (work: () => Promise<void>) => Promise<void>
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
}

const gigabyte = 1e9

interface RecordedSource {
  readonly folder: string
  readonly profileId: string
  readonly connection: string
  readonly environment: string
}

interface RecordingCatalog {
  readonly jobs: Pick<CatalogClient, 'run' | 'check' | 'refuse' | 'fetchWithin'>
  readonly handlers: FeatureHandlers<'recordings'>
  /** The folder of a connection's log, which may be missing. */
  readonly logOf: (id: string) => string
  /** For a replay of a recorded connection. */
  readonly source: (id: string) => Promise<RecordedSource>
  readonly named: (id: string) => Pick<SqlSource, 'name' | 'environment'>
  readonly clear: () => void
  readonly dispose: () => Promise<void>
}

const { dialogs } = recordingText

export function setUpCatalog(parts: CatalogParts): RecordingCatalog {
  const { clock, folder, spawn, connections, pushes, staleAfter, pausedWhile, browserOf } = parts
  const { shared } = parts
  let feed: FeedLink | null = null
  const places = (): SharedPlaces => ({
    folder: shared().folder || null,
    feed: feed && { service: feed.profile, access: feed.access }
  })
  const client = new CatalogClient({
    clock,
    get root() {
      return folder.root
    },
    get isMoved() {
      return folder.isMoved
    },
    get shared() {
      return places()
    },
    spawn
  })
  let problem: string | null = null
  let isComplete = false
  const changes = new ChangeNotifier(clock, () => pushes.broadcast('recordings.changed', state()))
  client.onChange(() => changes.changed())
  const stopFollowing = connections.onFeed((link) => {
    if (feed && client.job?.kind === 'fetch') client.cancel()
    feed = link
    if (isComplete) refresh()
  })

  const logOf = (id: string) => path.join(folder.root, ...id.split('/'), 'log')
  const idOf = (log: string) => path.relative(folder.root, path.dirname(log)).split(path.sep).join('/')

  function profileOf(id: string) {
    const [environment = '', named = ''] = id.split('/').map((part) => part.slice(part.indexOf('=') + 1))
    const service = withoutImport(named)
    const profile = connections
      .profiles()
      .find((each) => encodeURIComponent(each.environment) === environment && serviceDigest(each) === service)
    const environmentName = decoded(environment)
    return { profile, environment: environmentName, service, imported: isImport(named), desk: isDesk(named) }
  }

  function nameOf(id: string): string {
    const { profile, service, imported, desk } = profileOf(id)
    const name = profile?.name ?? service
    if (desk) return recordingText.deskName(name)
    return imported ? recordingText.importedName(name) : name
  }

  function state(): CatalogState {
    const { job } = client
    return {
      connections: client.entries
        .map((entry): RecordedConnection => {
          const { profile, environment: named, imported, desk } = profileOf(entry.id)
          const environment = environments.find((known) => known === named) ?? null
          const log = logOf(entry.id)
          const days = entry.days.map((day) => ({ ...day, verified: client.verificationOf(log, day.day) }))
          return { ...entry, environment, name: profile?.name ?? null, imported, desk, days }
        })
        .sort(newestFirst),
      complete: isComplete,
      problem,
      sharedProblem: client.sharedProblem,
      job: job && {
        kind: job.kind,
        connection: job.log === null ? null : idOf(job.log),
        day: job.day,
        share: job.share
      }
    }
  }

  function refresh(): void {
    client.read().then(
      () => {
        isComplete = true
        problem = null
        changes.changed()
      },
      (thrown: unknown) => {
        problem = toProblem(thrown).sentence
        changes.changed()
      }
    )
  }

  async function existing(id: string): Promise<string> {
    const log = logOf(id)
    if ((await listSegments(log)).length === 0)
      throw fail('recording.unknown', recordingText.unknownRecording)
    return log
  }

  const logsOf = (chosen: readonly ChosenDays[]) =>
    Promise.all(chosen.map(async ({ connection, days }) => ({ log: await existing(connection), days })))

  return {
    jobs: client,
    logOf,
    handlers: {
      read() {
        refresh()
        return state()
      },
      verify: async ({ chosen }) =>
        (await client.run({ kind: 'verify', logs: await logsOf(chosen) })) !== null,
      async remove({ chosen }) {
        const isDone = (await client.run({ kind: 'remove', logs: await logsOf(chosen) })) !== null
        parts.onRemoved()
        return isDone
      },
      async export({ chosen, ...choice }, { windowId }) {
        client.refuse()
        const logs = await logsOf(chosen)
        const target = await askForFolder(dialogs.export, dialogs.exportHere, browserOf(windowId))
        if (target === null) return null
        await folder.beginExport(target).catch(() => {})
        const exported = await client.run({
          kind: 'export',
          logs,
          ...choice,
          root: folder.root,
          target,
          staleAfter: staleAfter()
        })
        await folder.endExport(target).catch(() => {})
        return exported
      },
      async import(_payload, { windowId }) {
        client.refuse()
        const source = await askForFolder(dialogs.import, dialogs.importThis, browserOf(windowId))
        if (source === null) return null
        await needRoot(folder.root, folder.isMoved)
        return client.run({ kind: 'import', root: folder.root, source })
      },
      async fetch({ chosen, from: begin, to: end }) {
        client.refuse()
        if (chosen.some(({ connection }) => !isDesk(connection)))
          throw fail('recording.unknown', recordingText.unknownRecording)
        await needRoot(folder.root, folder.isMoved)
        const wanted = { from: begin, to: end, maxBytes: shared().gigabytes * gigabyte }
        const ids = chosen.map(({ connection, days }) => ({ id: connection, days }))
        return client
          .run({ kind: 'fetch', root: folder.root, shared: places(), chosen: ids, ...wanted })
          .finally(parts.onFetched)
      },
      async chooseShared(_payload, { windowId }) {
        const chosen = await askForFolder(dialogs.shared, dialogs.sharedThis, browserOf(windowId))
        return chosen === null ? null : { path: chosen }
      },
      async move(_payload, { windowId }) {
        client.refuse()
        await needRoot(folder.root, folder.isMoved)
        const target = await askForFolder(dialogs.move, dialogs.moveHere, browserOf(windowId))
        if (target === null) return null
        const copy = async (to: string, isAgain: boolean) =>
          (await client.run({
            kind: 'move',
            root: folder.root,
            isMoved: folder.isMoved,
            target: to,
            isAgain
          })) !== null
        if (!(await moveRecordings(target, { folder, copy, pausedWhile }))) return null
        refresh()
        return { path: folder.root }
      },
      cancel() {
        client.cancel()
        return null
      },
      async pin({ chosen, pinned }) {
        for (const { log, days } of await logsOf(chosen)) await changePins(log, days, pinned)
        await client.read()
        return null
      },
      ...backtestHandlers({ clock, client, inUse: parts.inUse, staleAfter, pushes }),
      async showFolder({ connection }) {
        // Of a connection, only Parquet may be left.
        const isListed = client.entries.some(({ id }) => id === connection)
        if (connection === null) await shell.openPath(folder.root)
        else await shell.openPath(path.dirname(isListed ? logOf(connection) : await existing(connection)))
        return null
      }
    },
    async source(id) {
      const { profile, environment, service } = profileOf(id)
      return {
        folder: await existing(id),
        profileId: profile?.id ?? service,
        connection: nameOf(id),
        environment: profile?.environment ?? environment
      }
    },
    named: (id) => ({
      name: nameOf(id),
      environment: environments.find((known) => known === profileOf(id).environment) ?? null
    }),
    clear: () => client.clear(),
    async dispose() {
      stopFollowing()
      changes.dispose()
      await client.dispose()
    }
  }
}

const newestFirst = (one: RecordedConnection, other: RecordedConnection) =>
  (other.days[0]?.day ?? '').localeCompare(one.days[0]?.day ?? '') || one.id.localeCompare(other.id)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
