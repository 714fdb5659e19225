import type { Desk } from '../../lib/desk'
import type { AddressesDesk } from './addresses.svelte'

/** What can be done about addresses from anywhere in the window, and what only where they are shown. */
export function bindAddresses({ commands, router }: Desk, addresses: AddressesDesk): () => void {
  const elsewhere = () => (router.view === 'addresses' ? null : 'Where deposit addresses are shown')
  const hindrance = () => addresses.state?.notLoadable ?? null
  const meant = () => {
    const { table, detail } = addresses
    return detail.id ?? (table.active === null ? null : (table.row(table.active)?.id ?? null))
  }
  const noRows = () =>
    elsewhere() ?? ((addresses.table.shown?.answer.count ?? 0) === 0 ? 'No addresses are shown' : null)
  const there = (work: () => unknown) => () => {
    router.go('addresses')
    return work()
  }
  return commands.bind({
    'addresses.loadEverything': { run: there(() => addresses.run('loadEverything')), disabled: hindrance },
    'addresses.refresh': { run: there(() => addresses.run('refresh')), disabled: hindrance },
    'addresses.stop': {
      run: () => addresses.run('stop'),
      disabled: () => elsewhere() ?? (addresses.loading ? null : 'Nothing is being loaded')
    },
    'addresses.copy': {
      run: async () => {
        const id = meant()
        if (id !== null) await addresses.detail.copy(id, 'address')
      },
      disabled: () => elsewhere() ?? (meant() === null ? 'Choose an address first' : null)
    },
    'addresses.saved': { run: there(() => void (addresses.saving = true)) },
    'addresses.exportCsv': { run: () => addresses.export('csv'), disabled: noRows },
    'addresses.exportJson': { run: () => addresses.export('json'), disabled: noRows }
  })
}
