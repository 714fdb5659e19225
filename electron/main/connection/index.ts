import type { BrowserWindow } from 'electron'
import { systemClock } from '#engine/base/clock'
import { Connections, type ConfirmHosts, type LocalService, type SecretStore } from '#engine/connection/index'
import type { ProfileFile } from '#engine/connection/profile-file'
import { readAuthorityFile, readKeyFile } from '#engine/connection/feed-files'
import { readSeatFile, type Seat } from '#engine/connection/seat-file'
import type { Fetch } from '#engine/connection/tokens/index'
import type { FeatureHandlers } from '#shared/contract/index'
import { feedText } from '#shared/messages/feed'
import { askToOpen } from '../base/dialogs'
import type { Pushes } from '../base/ipc/pushes'
import { ChosenKey } from './chosen-key'
import type { AfterStartup } from '../base/startup/after-startup'

interface ConnectionsDependencies {
  readonly profiles: ProfileFile
  readonly secretStore: SecretStore
  readonly fetch: Fetch
  readonly local: LocalService | null
  readonly confirmHosts: ConfirmHosts
  readonly keepOutOfLogs: (secret: string) => void
  readonly redact: (text: string) => string
  readonly pushes: Pick<Pushes, 'broadcast'>
  /** For the first window. */
  readonly startNotice: (sentence: string) => void
  /** For all windows. */
  readonly notice: (sentence: string) => void
  readonly afterStartup: Pick<AfterStartup, 'after'>
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
}

interface SetUpConnections {
  readonly handlers: FeatureHandlers<'connections'>
  readonly connections: Connections
}

export function setUpConnections(parts: ConnectionsDependencies): SetUpConnections {
  const { profiles, pushes, startNotice, afterStartup, browserOf, ...ports } = parts
  const connections = new Connections({ ...ports, clock: systemClock, random: Math.random }, profiles)
  connections.onChange((state) => pushes.broadcast('connections.changed', state))
  if (connections.fileNotice) startNotice(connections.fileNotice)
  // Delayed, because it starts a process.
  afterStartup.after(() => void connections.checkKeychain())
  const chosenKey = new ChosenKey()
  return {
    connections,
    handlers: {
      read: () => connections.read(),
      save: (payload) => connections.save(chosenKey.typed(payload)),
      async chooseKeyFile(_payload, { windowId }) {
        const { choose: title, type } = feedText.keyFile
        const filters = [{ name: type, extensions: ['creds', 'nk', 'txt', '*'] }]
        const file = await askToOpen({ title, filters, properties: ['openFile'] }, browserOf(windowId))
        if (file === null) return null
        const key = await readKeyFile(file, systemClock.wall())
        ports.keepOutOfLogs(key)
        return chosenKey.keep(file, key)
      },
      async chooseAuthority(_payload, { windowId }) {
        const { choose: title, type } = feedText.authorityFile
        const filters = [{ name: type, extensions: ['pem', 'crt', 'cer', '*'] }]
        const file = await askToOpen({ title, filters, properties: ['openFile'] }, browserOf(windowId))
        return file === null ? null : { authority: await readAuthorityFile(file, systemClock.wall()) }
      },
      async openSeatFile(_payload, { windowId }) {
        const seat = await askForSeat(browserOf(windowId))
        return seat && connections.addSeat(seat)
      },
      share: ({ id }, { windowId }) => connections.share(id, () => askForSeat(browserOf(windowId))),
      stopSharing: ({ id }) => connections.stopSharing(id),
      duplicate: ({ id }) => connections.duplicate(id),
      remove: ({ id }) => connections.remove(id),
      async test(form) {
        const payload = chosenKey.typed(form)
        if (!payload.draft.feed) return connections.formTest.access(payload)
        const access = await connections.formTest.feedAccess(payload)
        const { testFeed } = await import('#engine/feed/seat/test-feed')
        return testFeed(access, payload.draft.environment)
      },
      connect: ({ id }) => connections.connect(id),
      disconnect: () => connections.disconnect(),
      checkWriteAccess: ({ id }) => connections.checkWriteAccess(id),
      stopWriteAccessCheck: () => connections.stopWriteAccessCheck(),
      checkKeychain: () => connections.checkKeychain()
    }
  }
}

/** Null if the user cancels. */
async function askForSeat(parent: BrowserWindow | undefined): Promise<Seat | null> {
  const { choose: title, type } = feedText.seatFile
  const filters = [{ name: type, extensions: ['json'] }]
  const file = await askToOpen({ title, filters, properties: ['openFile'] }, parent)
  return file === null ? null : readSeatFile(file)
}
