import type { Addresses } from '#engine/records/addresses/index'
import type { addressesCalls, AddressesState } from '#shared/contract/records/addresses/index'
import type { CallInput, CallOutput } from '#shared/contract/base/call'

type Calls = typeof addressesCalls

export type AddressHandlers = {
  readonly [M in keyof Calls]: (
    payload: CallInput<Calls[M]>,
    from: { readonly windowId: string }
  ) => CallOutput<Calls[M]> | Promise<CallOutput<Calls[M]>>
}

type AskForFile = (format: 'csv' | 'json', partial: boolean, windowId: string) => Promise<string | null>

/** A window only accesses its own tables. */
const nameOf = (windowId: string, view: string) => `${windowId}/${view}/`

export function addressHandlers(addresses: Addresses, askForFile: AskForFile): AddressHandlers {
  const after = async (work: Promise<unknown>): Promise<AddressesState> => {
    await work
    return addresses.state
  }
  return {
    read() {
      void addresses.prepare()
      return addresses.state
    },
    open: ({ profileId }) => after(addresses.open(profileId)),
    ask: ({ view, sequence, question }, { windowId }) =>
      addresses.ask(nameOf(windowId, view), sequence, question),
    slice: ({ view, from, count }, { windowId }) => addresses.slice(nameOf(windowId, view), from, count),
    position: ({ view, id }, { windowId }) => addresses.position(nameOf(windowId, view), id),
    async closeView({ view }, { windowId }) {
      await addresses.closeViews(nameOf(windowId, view))
      return null
    },
    detail: ({ id }) => addresses.detail(id),
    load: ({ filters, order }) => after(addresses.load(filters, order)),
    loadEverything: () => after(addresses.loadEverything()),
    refresh: () => after(addresses.refresh()),
    compare: () => after(addresses.compare()),
    visit: () => after(addresses.visit()),
    digest: (question) => addresses.digest(question),
    markSeen: ({ revision }) => after(addresses.markSeen(revision)),
    stop: () => after(addresses.stop()),
    resume: () => after(addresses.resume()),
    clear: () => after(addresses.clearLoaded()),
    keepOnDisk: ({ keep }) => after(addresses.keepOnDisk(keep)),
    label: ({ id, label }) => after(addresses.label(id, label)),
    saveFilter: (draft) => after(addresses.saveFilter(draft)),
    savedFilter: ({ id }) => addresses.savedFilter(id),
    removeFilter: ({ id }) => after(addresses.removeFilter(id)),
    parse: ({ filter, text }) => addresses.parse(filter, text),
    confirm: ({ id }) => addresses.confirm(id),
    seen: ({ id }) => after(addresses.seen(id)),
    copy: ({ id, what, force }) => addresses.copy(id, what, force),
    copyAgain: () => addresses.copyAgain(),
    async export({ view, format, partial }, { windowId }) {
      const file = await askForFile(format, partial, windowId)
      if (file === null) return null
      await addresses.export({ view: nameOf(windowId, view), file, format, partial })
      return { path: file }
    },
    async cancelExport() {
      await addresses.cancelExport()
      return null
    }
  }
}
