import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SqlResult, SqlRow } from '#shared/contract/recording/sql'
import { csvLine } from '#shared/domain/base/csv'

/** A result as CSV, part by part, so that main is not held up. */
export async function csvOf({ columns, parts }: Pick<SqlResult, 'columns' | 'parts'>): Promise<string> {
  let text = csvLine(columns.map(({ name }) => name))
  for (const part of parts) {
    for (const row of JSON.parse(part) as readonly SqlRow[]) text += csvLine(row.map((value) => value ?? ''))
    await nextTurn()
  }
  return text
}
