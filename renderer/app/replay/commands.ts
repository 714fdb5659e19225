import type { Desk } from '../../lib/desk'
import { replayText } from '../../messages/replay'
import type { Jumps } from './jumps.svelte'

/** Parts of the replay bar. */
interface BarParts {
  readonly editTime: () => void
  readonly jumps: Jumps
  readonly togglePin: () => unknown
}

/** Returns the function that unbinds them. */
export function bindReplay(desk: Desk, bar: () => BarParts | undefined): () => void {
  const { commands, replay, router } = desk
  const { unavailable } = replayText
  const shown = () => (router.view === 'markets' ? null : unavailable.marketsOnly)
  const market = () => desk.activePanel.host?.market ?? null
  const speed = (direction: 1 | -1) => ({
    run: () => {
      const next = replay.speedStep(direction)
      return next === null ? undefined : replay.setSpeed(next)
    },
    disabled: () =>
      shown() ??
      (replay.speedStep(direction) === null ? unavailable[direction > 0 ? 'fastest' : 'slowest'] : null)
  })
  const jump = (to: 'toAlert' | 'toTrade' | 'toGap', back: boolean) => ({
    run: () => bar()?.jumps[to](back),
    disabled: () => shown() ?? (to === 'toTrade' ? (bar()?.jumps.problem ?? null) : null)
  })
  return commands.bind({
    'replay.open': { run: () => replay.open(null) },
    'replay.openWindow': { run: () => replay.open(replay.active ? replay.position : null, true) },
    'replay.close': { run: () => replay.close() },
    'replay.toggle': { run: () => replay.toggle(), disabled: shown },
    'replay.stepBack': { run: () => replay.step(market(), true), disabled: shown },
    'replay.stepForward': { run: () => replay.step(market(), false), disabled: shown },
    'replay.slower': speed(-1),
    'replay.faster': speed(1),
    'replay.goTo': { run: () => bar()?.editTime(), disabled: shown },
    'replay.setIn': { run: () => replay.setIn(), disabled: shown },
    'replay.setOut': { run: () => replay.setOut(), disabled: shown },
    'replay.clearRange': { run: () => replay.clearRange(), disabled: shown },
    'replay.pin': { run: () => bar()?.togglePin(), disabled: shown },
    'replay.loop': { run: () => replay.toggleLoop(), disabled: shown },
    'replay.nextAlert': jump('toAlert', false),
    'replay.previousAlert': jump('toAlert', true),
    'replay.nextTrade': jump('toTrade', false),
    'replay.previousTrade': jump('toTrade', true),
    'replay.nextGap': jump('toGap', false),
    'replay.previousGap': jump('toGap', true)
  })
}
