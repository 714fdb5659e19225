import { Connections } from '#engine/connection/index'
import { openProfileFile } from '#engine/connection/profile-file'

type Ports = ConstructorParameters<typeof Connections>[0]

export async function openConnections({ file, ...ports }: Ports & { readonly file: string }) {
  const onSaveStateChange = (notSaved: string | null) => notSaved !== null && ports.notice(notSaved)
  return new Connections(ports, await openProfileFile({ file, onSaveStateChange }))
}
