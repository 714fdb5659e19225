import { addressText } from '#shared/messages/addresses'
import type { BrowserWindow } from 'electron'
import { Addresses, startWorker, type AddressesPorts } from '#engine/records/addresses/index'
import type { Clock } from '#engine/base/clock'
import { serviceDigest, type ServiceNamed } from '#engine/connection/index'
import type { ConnectionStatus, Profile } from '#shared/contract/connection/connections'
import { toProblem } from '#shared/domain/base/problem'
import type { NotificationWords } from '../conversions/words'
import type { Pushes } from '../../base/ipc/pushes'
import { ChangeNotifier } from '../../base/change-notifier'
import type { RestAccess } from '../../connection/rest'
import type { AfterStartup } from '../../base/startup/after-startup'
import { systemClipboard } from './clipboard'
import { addressHandlers, type AddressHandlers } from './handlers'
import { askToSave } from '../../base/dialogs'

interface AddressesDependencies {
  /** Of all connections. */
  readonly folder: string
  /** The entry of the store's thread. */
  readonly workerEntry: string
  readonly clock: Clock
  readonly rest: Pick<RestAccess, 'link' | 'for' | 'isChosen' | 'onLink' | 'onAbsence'>
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
  readonly pushes: Pick<Pushes, 'broadcast'>
  /** Shows a desktop notification if available. */
  readonly notify: (words: NotificationWords & { readonly clicked: () => void }) => Promise<void>
  /** Focuses a window. */
  readonly toFront: () => void
  /** Its thread starts after startup. */
  readonly afterStartup: Pick<AfterStartup, 'after'>
  readonly log: { readonly warn: (message: string, context?: unknown) => void }
}

interface AddressesFeature {
  readonly handlers: AddressHandlers
  /** Removes the addresses of deleted connections. */
  readonly connectionChanged: (state: ConnectionState) => void
  /** A window closed or reloaded. */
  readonly windowGone: (windowId: string) => void
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

interface ConnectionState {
  readonly profiles: readonly (Pick<Profile, 'id'> & ServiceNamed)[]
  readonly status: Pick<ConnectionStatus, 'profileId' | 'phase'>
}

const { notConnected } = addressText.connection

export function setUpAddresses(parts: AddressesDependencies): AddressesFeature {
  const { clock, pushes, afterStartup, log } = parts
  let known: ConnectionState['profiles'] = []
  const pointsTo = (profileId: string): string | null => {
    const inUse = parts.rest.link?.profile
    const profile = inUse?.id === profileId ? inUse : known.find(({ id }) => id === profileId)
    return profile ? serviceDigest(profile) : null
  }
  const changes = new ChangeNotifier(clock, () => pushes.broadcast('addresses.changed', addresses.state))
  const ports: AddressesPorts = {
    folder: parts.folder,
    clock,
    start: startWorker(parts.workerEntry),
    clipboard: systemClipboard,
    service() {
      const { link } = parts.rest
      if (!link && !parts.rest.isChosen) return notConnected
      const rest = parts.rest.for('addresses')
      if (typeof rest === 'string') return rest
      if (!link) return notConnected
      return { profileId: link.profile.id, service: serviceDigest(link.profile), rest }
    },
    pointsTo,
    changed: () => changes.changed(),
    replaced(what) {
      pushes.broadcast('addresses.replaced', what)
      const body = addressText.clipboard.notification(what.copied, what.found)
      // The user is in another program, about to paste.
      parts
        .notify({ title: addressText.clipboard.title, body, clicked: parts.toFront })
        .catch((thrown: unknown) => log.warn('A notification was not shown', toProblem(thrown)))
    },
    clipboardMoved: () => pushes.broadcast('addresses.clipboardMoved', null)
  }
  const addresses = new Addresses(ports)
  const open = (wanted: () => string | null) =>
    afterStartup.after(() => {
      // It may have changed meanwhile.
      const id = wanted()
      if (id !== null)
        addresses
          .useProfile(id)
          .catch((thrown: unknown) => log.warn('The addresses could not be opened', toProblem(thrown)))
    })
  parts.rest.onLink((next) => {
    if (next) open(() => parts.rest.link?.profile.id ?? null)
    changes.changed()
  })
  parts.rest.onAbsence(() => changes.changed())
  let used: string | null = null
  return {
    handlers: addressHandlers(addresses, (format, partial, windowId) =>
      askToSave(
        {
          title: addressText.export.title,
          name: `deposit-addresses${partial ? '-partial' : ''}.${format}`,
          type: format
        },
        parts.browserOf(windowId)
      )
    ),
    connectionChanged({ profiles: now, status }) {
      for (const { id } of known.filter((before) => !now.some((profile) => profile.id === before.id))) {
        addresses
          .removeProfile(id)
          .catch((thrown: unknown) =>
            log.warn('The addresses of a deleted connection are still there', toProblem(thrown))
          )
      }
      known = now
      addresses
        .connectionsChanged()
        .catch((thrown: unknown) => log.warn('The addresses could not be opened', toProblem(thrown)))
      // Saved addresses are available without the service.
      const changed = status.profileId !== used
      used = status.profileId
      if (changed) open(() => used)
    },
    windowGone(windowId) {
      addresses
        .closeViews(`${windowId}/`)
        .catch((thrown: unknown) => log.warn('A view could not be closed', toProblem(thrown)))
    },
    clear: () => addresses.clear(),
    async dispose() {
      changes.dispose()
      await addresses.dispose()
    }
  }
}
