import type { RecordedConnection } from '#shared/contract/recording/catalog'
import { recordingsText } from '../messages/recordings'

export function nameOf({ name, id, imported }: RecordedConnection): string {
  const text = recordingsText.connection
  const service = id.slice(id.lastIndexOf('=') + 1)
  if (!imported) return name ?? text.former(service)
  return text.imported(name ?? text.former(service.replace(/-imported.*$/, '')))
}
