import { viewTitles } from '../../electron/shared/contract/views'
import type { Desk } from '../lib/desk'

/** What follows from a change of connection or view: the title, a word for assistive technology, a tone. */
export function watchConnection(desk: Desk): void {
  const { connections, router, announcer, sounds, bridge } = desk
  let lastPhase = connections.status.phase

  $effect(() => {
    const { phase, sentence } = connections.status
    if (phase === lastPhase) return
    const lost = phase === 'refused' || phase === 'failed'
    lastPhase = phase
    announcer.say(sentence)
    if (lost) void sounds.play('attention')
  })

  $effect(() => {
    const { view } = router
    const profile = connections.environment ? connections.profile(connections.status.profileId) : undefined
    document.title = [viewTitles[view], profile?.name, 'Leadline'].filter(Boolean).join(' · ')
  })

  let lastView = router.view
  $effect(() => {
    const { view } = router
    void bridge.call.windows.rememberView({ view })
    if (view === lastView) return
    lastView = view
    announcer.say(viewTitles[view])
  })
}
