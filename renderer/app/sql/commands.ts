import type { Desk } from '../../lib/desk'
import { sqlText } from '../../messages/sql'
import type { SqlStore } from './sql.svelte'

/** Returns the function that unbinds them. */
export function bindSql({ commands, router }: Desk, store: SqlStore): () => void {
  return commands.bind({
    'go.sql': { run: () => router.go('sql') },
    'sql.saveCsv': {
      run: () => store.saveCsv(),
      disabled: () => (store.result ? null : sqlText.result.nothing)
    }
  })
}
