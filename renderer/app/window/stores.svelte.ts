import type { Desk } from '../../lib/desk'
import { AddressesStore } from '../../records/addresses/addresses.svelte'
import { bindAddresses } from '../../records/addresses/commands'
import { bindConversions } from '../../records/conversions/commands'
import { ConversionsStore } from '../../records/conversions/conversions.svelte'
import { bindStatements } from '../../records/statements/commands'
import { StatementsStore } from '../../records/statements/statements.svelte'
import { AnalysisStore } from '../analysis/analysis.svelte'
import { bindAnalysis } from '../analysis/commands'
import { ConnectionEditor } from '../connections/editor.svelte'
import { bindDiagnostics } from '../diagnostics/commands'
import { Diagnostics } from '../diagnostics/diagnostics.svelte'
import { bindRecordings } from '../recordings/commands'
import { RecordingsStore } from '../recordings/recordings.svelte'
import { bindSql } from '../sql/commands'
import { SqlStore } from '../sql/sql.svelte'

/** The state of each view, which outlives it, so that typed text is kept. */
export const createStores = (desk: Desk) => ({
  editor: new ConnectionEditor(desk),
  addresses: new AddressesStore(desk),
  conversions: new ConversionsStore(desk),
  statements: new StatementsStore(desk),
  recordings: new RecordingsStore(desk),
  analysis: new AnalysisStore(desk),
  sql: new SqlStore(desk),
  diagnostics: new Diagnostics(desk)
})
export type Stores = ReturnType<typeof createStores>

/** Binds their commands while the component that calls it exists. */
export function bindStores(desk: Desk, stores: Stores): void {
  const { addresses, conversions, statements, recordings, analysis, sql, diagnostics } = stores
  $effect(() => addresses.listen())
  $effect(() => bindAddresses(desk, addresses))
  $effect(() => bindConversions(desk, conversions))
  $effect(() => bindStatements(desk, statements))
  $effect(() => bindRecordings(desk, recordings))
  $effect(() => bindAnalysis(desk, analysis))
  $effect(() => bindSql(desk, sql))
  $effect(() => bindDiagnostics(desk, diagnostics))
  $effect(() => diagnostics.start())
}
