import { untrack } from 'svelte'
import type { StreamPhase } from '#shared/domain/connection/phases'
import { viewTitles } from '#shared/contract/workspace/views'
import type { MarketsModel } from '../../desk/markets-model.svelte'
import type { Desk } from '../../lib/desk'
import { formatDateTime } from '../../lib/format/time'
import { replayText } from '../../messages/replay'
import { titleOf } from './names'

/** Updates the title, announces changes and plays sounds. */
export function watchConnection(desk: Desk, markets: MarketsModel): void {
  const { connections, router, announcer, sounds } = desk
  let lastPhase = connections.status.phase

  $effect(() => {
    const { phase, sentence } = connections.status
    if (phase === lastPhase) return
    const lost = phase === 'refused' || phase === 'failed'
    lastPhase = phase
    announcer.say(sentence)
    if (lost) void sounds.play('attention')
  })

  // Announced once, although every panel shows it.
  let lastStream = desk.markets.state.stream.phase
  $effect(() => {
    const { phase, sentence } = desk.markets.state.stream
    if (phase === lastStream) return
    const wasFlowing = flowing(lastStream)
    lastStream = phase
    if (wasFlowing || flowing(phase)) announcer.say(sentence)
  })

  $effect(() => {
    const { view } = router
    const profile = connections.environment ? connections.profile(connections.status.profileId) : undefined
    const title = titleOf(markets, viewTitles[view], profile?.name)
    document.title = desk.replay.active && view === 'markets' ? replayText.title(title) : title
  })

  let wasReplayed = desk.replay.active
  $effect(() => {
    const { active } = desk.replay
    if (active === wasReplayed) return
    wasReplayed = active
    const time = untrack(() => formatDateTime(desk.time.now, desk.settings.now.clock))
    announcer.say(active ? replayText.began(time) : replayText.ended)
  })

  let lastView = router.view
  $effect(() => {
    const { view } = router
    untrack(() => void desk.window.rememberView(view))
    if (view === lastView) return
    lastView = view
    announcer.say(viewTitles[view])
  })
}

const flowing = (phase: StreamPhase) => phase === 'open' || phase === 'subscribed'
