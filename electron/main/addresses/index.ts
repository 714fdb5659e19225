import type { BrowserWindow } from 'electron'
import { Addresses, startWorker, type AddressesPorts } from '../../engine/addresses'
import type { Clock } from '../../engine/clock'
import type { ConnectionStatus, Profile } from '../../shared/contract/connections'
import { toProblem, type Problem } from '../../shared/domain/problem'
import type { Pushes } from '../ipc/pushes'
import { Told } from '../markets/told'
import type { RestDesk } from '../rest'
import { askForFile } from './ask-for-file'
import { systemClipboard } from './clipboard'
import { addressHandlers, type AddressHandlers } from './handlers'

export interface AddressesDependencies {
  /** Of all connections. */
  readonly folder: string
  /** The built entry of the store's thread. */
  readonly workerEntry: string
  readonly clock: Clock
  readonly rest: Pick<RestDesk, 'link' | 'for' | 'onLink'>
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly log: { readonly warn: (message: string, context?: unknown) => void }
}

export interface AddressesDesk {
  readonly handlers: AddressHandlers
  /** What the person is connected to; a connection that is deleted takes its addresses along. */
  readonly connectionChanged: (state: ConnectionState) => void
  /** A window closed, or shows its page anew. */
  readonly windowGone: (windowId: string) => void
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

interface ConnectionState {
  readonly profiles: readonly Pick<Profile, 'id'>[]
  readonly status: Pick<ConnectionStatus, 'profileId' | 'phase'>
}

const notConnected = 'Connect to load addresses. Those that are here can be searched meanwhile.'

/** Deposit addresses: the engine's store and loading, with the dialogs, the clipboard and the pushes around it. */
export function setUpAddresses(parts: AddressesDependencies): AddressesDesk {
  const { clock, pushes, log } = parts
  const told = new Told(clock, () => pushes.broadcast('addresses.changed', addresses.state))
  const ports: AddressesPorts = {
    folder: parts.folder,
    clock,
    start: startWorker(parts.workerEntry),
    clipboard: systemClipboard,
    service() {
      const { link } = parts.rest
      if (!link) return notConnected
      const rest = parts.rest.for('addresses')
      return typeof rest === 'string' ? rest : { profileId: link.profile.id, rest }
    },
    changed: () => told.changed(),
    replaced: (what) => pushes.broadcast('addresses.replaced', what)
  }
  const addresses = new Addresses(ports)
  const failed = (what: string) => (thrown: unknown) => log.warn(what, toProblem(thrown) satisfies Problem)
  parts.rest.onLink((next) => {
    if (next) addresses.useProfile(next.profile.id).catch(failed('The addresses could not be opened'))
    told.changed()
  })
  let profiles: readonly string[] = []
  let used: string | null = null
  return {
    handlers: addressHandlers(addresses, (format, windowId) => askForFile(format, parts.browserOf(windowId))),
    connectionChanged({ profiles: now, status }) {
      for (const id of profiles.filter((known) => !now.some((profile) => profile.id === known))) {
        addresses.forgetProfile(id).catch(failed('The addresses of a deleted connection are still there'))
      }
      profiles = now.map(({ id }) => id)
      // What is kept can be looked at while the service cannot be reached.
      const changed = status.profileId !== used
      used = status.profileId
      if (changed && used !== null) {
        addresses.useProfile(used).catch(failed('The addresses could not be opened'))
      }
    },
    windowGone(windowId) {
      addresses.closeViews(`${windowId}/`).catch(failed('A view could not be closed'))
    },
    clear: () => addresses.clear(),
    async dispose() {
      told.dispose()
      await addresses.dispose()
    }
  }
}
