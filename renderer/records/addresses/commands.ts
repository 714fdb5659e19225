import { addressesText } from '#renderer/messages/addresses'
import type { Desk } from '../../lib/desk'
import type { AddressesStore } from './addresses.svelte'

const text = addressesText.unavailable

/** Some commands only work in their view. */
export function bindAddresses({ commands, router }: Desk, addresses: AddressesStore): () => void {
  const elsewhere = () => (router.view === 'addresses' ? null : text.elsewhere)
  const hindrance = () => addresses.state?.notLoadable ?? null
  const meant = () => {
    const { table, detail } = addresses
    return detail.id ?? (table.active === null ? null : (table.row(table.active)?.id ?? null))
  }
  const noRows = () => elsewhere() ?? ((addresses.table.shown?.answer.count ?? 0) === 0 ? text.noRows : null)
  const there = (work: () => unknown) => () => {
    router.go('addresses')
    return work()
  }
  return commands.bind({
    'addresses.loadEverything': { run: there(() => addresses.run('loadEverything')), disabled: hindrance },
    'addresses.refresh': { run: there(() => addresses.run('refresh')), disabled: hindrance },
    'addresses.compare': {
      run: there(() => addresses.run('compare')),
      disabled: () => hindrance() ?? (addresses.isWhole ? null : text.incomplete)
    },
    'addresses.stop': {
      run: () => addresses.run('stop'),
      disabled: () => elsewhere() ?? (addresses.loading ? null : text.notLoading)
    },
    'addresses.copy': {
      run: async () => {
        const id = meant()
        if (id !== null) await addresses.detail.copy(id, 'address')
      },
      disabled: () => elsewhere() ?? (meant() === null ? text.noneSelected : null)
    },
    'addresses.saved': { run: there(() => void (addresses.saving = true)) },
    'addresses.exportCsv': { run: () => addresses.export('csv'), disabled: noRows },
    'addresses.exportJson': { run: () => addresses.export('json'), disabled: noRows }
  })
}
