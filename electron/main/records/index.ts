import { clipboard } from 'electron'
import { systemClock } from '#engine/base/clock'
import { outwardFetch, type Fetch } from '#engine/base/http/index'
import type { Log } from '#engine/base/log/index'
import { QuoteRecorder } from '#engine/market/quotes/index'
import type { Connections } from '#engine/connection/index'
import type { ConnectionsState } from '#shared/contract/connection/connections'
import { setUpAddresses } from './addresses'
import { setUpStatements } from './statements'
import { setUpConversions } from './conversions'
import type { NotificationWords } from './conversions/words'
import type { MarketStream } from '../market/live'
import type { SandboxKeeper } from '../connection/sandbox/keeper'
import { RestAccess } from '../connection/rest'
import {
  addressesFolder,
  addressesWorker,
  archiveFile,
  conversionsFile,
  documentsFolder,
  quotesFolder,
  statementsFolder
} from '../base/startup/folders'
import type { AfterStartup } from '../base/startup/after-startup'
import { onceStarted } from '../base/startup/once-started'
import { dialogText } from '#shared/messages/base'
import { saveAs } from '../base/dialogs'
import type { UnsavedFiles } from '../base/unsaved-files'
import type { Windows } from '../workspace/windows'

interface RecordsParts {
  readonly userData: string
  readonly windows: Pick<Windows, 'registry' | 'pushes' | 'onWindowGone'>
  /** Watched and known markets. */
  readonly markets: () => readonly string[]
  /** Milliseconds since the epoch; null while unknown. */
  readonly serviceNow: () => number | null
  readonly connections: Pick<Connections, 'read' | 'onChange' | 'onLink' | 'onRemove'>
  readonly live: Pick<MarketStream, 'onUse'>
  readonly sandbox: Pick<SandboxKeeper, 'description'>
  readonly keepOutOfLogs: (secret: string) => void
  readonly redact: (text: string) => string
  readonly fetch: Fetch
  /** The IP addresses of a request. */
  readonly resolve: (url: URL) => Promise<readonly string[]>
  readonly notify: (wanted: NotificationWords & { readonly clicked: () => void }) => Promise<void>
  readonly unsaved: UnsavedFiles
  readonly startNotice: (sentence: string) => void
  readonly warn: (sentence: string) => void
  readonly afterStartup: Pick<AfterStartup, 'after' | 'now'>
  readonly log: Log
}

export async function setUpRecords(parts: RecordsParts) {
  const { userData, markets, serviceNow, startNotice, warn, afterStartup, log, notify } = parts
  const { connections, sandbox } = parts
  const { registry, pushes, onWindowGone } = parts.windows
  const quotes = new QuoteRecorder({
    folder: quotesFolder(userData),
    clock: systemClock,
    serviceNow,
    notice(problem) {
      log.part('quotes').warn('Quotes', problem)
      warn(problem.sentence)
    }
  })
  const conversions = await setUpConversions({
    file: conversionsFile(userData),
    unsaved: parts.unsaved,
    clock: systemClock,
    random: Math.random,
    serviceNow,
    quotes,
    markets,
    readClipboard: () => clipboard.readText(),
    examples: () => sandbox.description?.conversion_ids ?? [],
    changed: (state) => pushes.broadcast('conversions.changed', state),
    notify,
    show(id) {
      pushes.send(registry.deskInFront().id, 'conversions.show', { id })
    },
    saveCsv: (csv, windowId) =>
      saveAs(
        csv,
        { title: dialogText.save.conversions, name: 'conversions.csv', type: 'csv' },
        registry.byId(windowId)?.browser
      ),
    startNotice,
    log: log.part('conversions')
  })
  const rest = new RestAccess(parts)
  rest.onLink((link) => {
    const inUse = rest.for('conversions')
    conversions.use(
      link && typeof inUse !== 'string' ? { profile: link.profile, rest: inUse, backOff: link.backOff } : null
    )
  })
  const addresses = setUpAddresses({
    folder: addressesFolder(userData),
    workerEntry: addressesWorker(),
    clock: systemClock,
    rest,
    browserOf: (id) => registry.byId(id)?.browser,
    pushes,
    notify,
    toFront: () => void registry.deskInFront(),
    afterStartup,
    log: log.part('addresses')
  })
  const statements = await setUpStatements({
    file: archiveFile(userData),
    usualRoot: statementsFolder(userData),
    documents: documentsFolder(userData),
    examples: () => sandbox.description?.statement_ids ?? [],
    fetch: outwardFetch({
      fetch: parts.fetch,
      resolve: parts.resolve,
      service: () => rest.link?.access.restBase ?? null
    }),
    rest,
    changed: (change) => pushes.broadcast('statements.changed', change),
    browserOf: (id) => registry.byId(id)?.browser,
    afterStartup,
    log: log.part('statements')
  })
  onWindowGone((id) => {
    addresses.windowGone(id)
    if (registry.all.length === 0) statements.closeDocuments()
  })
  const followConnections = (state: ConnectionsState) => {
    conversions.connectionChanged(state)
    addresses.connectionChanged(state)
  }
  followConnections(connections.read())
  const unsubscribe = [
    connections.onChange(followConnections),
    connections.onRemove((id) => void quotes.removeProfile(id)),
    parts.live.onUse((live) => quotes.use(live && { profileId: live.profileId, hub: live.hub }))
  ]
  return {
    handlers: {
      addresses: onceStarted(addresses.handlers, afterStartup),
      conversions: conversions.handlers,
      statements: onceStarted(statements.handlers, afterStartup)
    },
    dataFolders: {
      addresses: { folder: addressesFolder(userData), clear: addresses.clear },
      conversions: { file: conversionsFile(userData), clear: conversions.clear },
      quotes: { folder: quotesFolder(userData), clear: () => quotes.clear() },
      statements: { folder: () => statements.folder() },
      archive: { file: archiveFile(userData) },
      documents: { folder: documentsFolder(userData), clear: statements.clearDocuments }
    },
    async dispose() {
      for (const each of unsubscribe) each()
      rest.dispose()
      await statements.dispose()
      await addresses.dispose()
      await conversions.dispose()
      await quotes.dispose()
    }
  }
}
