import { RecordReader } from '#shared/wire/record-reader'
import { hidden } from './hiding'
import { assetName, environmentName, statementName } from './names'
import { monthOf } from './layout'
import type { Sidecar } from './sidecar'

/** The month that a record is of, as the folder of its period is called. */
export const recordedMonth = (record: Sidecar['record']): string =>
  monthOf(new RecordReader('statement', record).moment('period_start'))

/**
 * Where a statement belongs by its sealed record, if its folder is another one; else null. A folder that got another
 * name must not take its money to another month. The folder of a connection is called as people like it.
 */
export function belongsElsewhere(key: string, { environment, record }: Sidecar): string | null {
  const folders = key.split('/')
  const fields = new RecordReader('statement', record)
  const named = (text: string | null, folder: string | undefined, name: string) =>
    // A hidden URL leaves only its name in the path.
    text?.includes(hidden) ? (folder ?? name) : name
  const asset = fields.text('asset_type')
  const id = fields.text('id')
  const own = [
    named(environment, folders[0], environmentName(environment)),
    folders[1] ?? '',
    named(asset, folders[2], assetName(asset)),
    recordedMonth(record),
    named(id, folders[4], statementName(id ?? ''))
  ].join('/')
  return own === key ? null : own
}
