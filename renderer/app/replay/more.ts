import { commands, type CommandId } from '#shared/contract/app/commands'
import { replaySpeeds } from '#shared/contract/recording/replay'
import type { Desk } from '../../lib/desk'
import { replayText } from '../../messages/replay'
import type { MenuGroup, MenuItem } from '../../ui/menu'
import type { Jumps } from './jumps.svelte'

/** All that a narrow bar leaves out. */
export function moreMenu(desk: Desk, jumps: Jumps): readonly MenuGroup[] {
  const { replay } = desk
  const { bar } = replayText
  const command = (id: CommandId, checked?: boolean): MenuItem => ({
    label: commands[id].title,
    caps: desk.commands.caps(id),
    disabled: desk.commands.whyNot(id),
    run: () => desk.commands.run(id),
    ...(checked !== undefined && { checked })
  })
  const both = (titles: { readonly kind: 'alert' | 'gap' | 'trade'; jump: (back: boolean) => unknown }) => [
    { label: bar.previous[titles.kind], run: () => titles.jump(true) },
    { label: bar.next[titles.kind], run: () => titles.jump(false) }
  ]
  return [
    {
      title: bar.stepBy,
      items: (['message', 'trade'] as const).map((unit) => ({
        label: bar.units[unit],
        checked: replay.stepBy === unit,
        run: () => (replay.stepBy = unit)
      }))
    },
    {
      title: bar.jump,
      items: [
        ...both({ kind: 'alert', jump: (back) => jumps.toAlert(back) }),
        ...both({ kind: 'trade', jump: (back) => jumps.toTrade(back) }),
        ...both({ kind: 'gap', jump: (back) => jumps.toGap(back) })
      ]
    },
    {
      items: [
        command('replay.setIn'),
        command('replay.setOut'),
        command('replay.clearRange'),
        command('replay.loop', replay.state?.loop ?? false),
        command('replay.pin')
      ]
    },
    {
      title: bar.speed,
      items: replaySpeeds.map((speed) => ({
        label: bar.times(String(speed)),
        checked: replay.state?.speed === speed,
        run: () => desk.attempt(() => replay.setSpeed(speed))
      }))
    },
    { items: [command('replay.openWindow')] }
  ]
}
