import type { RecordedConnection } from '#shared/contract/recording/catalog'
import { recordingsText } from '../messages/recordings'

export function nameOf({ name, id, imported, desk }: RecordedConnection): string {
  const text = recordingsText.connection
  const service = id.slice(id.lastIndexOf('=') + 1)
  if (desk) return text.desk(name ?? text.former(service.replace(/-desk$/, '')))
  if (!imported) return name ?? text.former(service)
  return text.imported(name ?? text.former(service.replace(/-imported.*$/, '')))
}

/** Whether anything of it is on this computer. */
export const hasFiles = ({ days, parquet }: RecordedConnection): boolean =>
  parquet.bytes + parquet.pinnedBytes > 0 || days.some(({ bytes }) => bytes > 0)
