import { localSandboxId } from '../../electron/shared/contract/connections'
import type { NoticeAction } from '../ui/notices'
import type { Desk } from './desk'

/** What a person can do where something needs a connection, and there is none that can be used. */
export function connectionActions({
  connections,
  router,
  attempt
}: Pick<Desk, 'connections' | 'router' | 'attempt'>): readonly NoticeAction[] {
  const used = connections.profile(connections.status.profileId)
  if (used) return [{ label: 'Open the connection', run: () => router.go('connections', used.id) }]
  return [
    { label: 'Choose a connection', run: () => router.go('connections') },
    {
      label: 'Connect to the local sandbox',
      run: () => attempt(() => connections.connect(localSandboxId))
    }
  ]
}
