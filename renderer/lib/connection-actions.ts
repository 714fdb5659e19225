import { libText } from '../messages/lib'
import { localSandboxId } from '#shared/contract/connection/connections'
import type { NoticeAction } from '../ui/notices'
import type { Desk } from './desk'

export function connectionActions({
  connections,
  session,
  router,
  attempt
}: Pick<Desk, 'connections' | 'session' | 'router' | 'attempt'>): readonly NoticeAction[] {
  const { phase, profileId } = connections.status
  const used = connections.profile(profileId)
  if (used) {
    const waits = (phase === 'refused' || phase === 'failed') && session.status.action === 'retry'
    const open = { label: libText.actions.open, run: () => router.go('connections', used.id) }
    return waits
      ? [{ label: libText.actions.tryNow, run: () => attempt(() => session.retry()) }, open]
      : [open]
  }
  return [
    { label: libText.actions.choose, run: () => router.go('connections') },
    {
      label: libText.actions.sandbox,
      run: () => attempt(() => connections.connect(localSandboxId))
    }
  ]
}
