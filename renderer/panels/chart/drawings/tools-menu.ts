import { drawingsText } from '../../../messages/panels/drawings'
import type { MenuGroup } from '../../../ui/menu'
import type { PanelHost } from '../../shell/panel-host.svelte'
import type { ChartTools } from './chart-tools.svelte'
import { toolCaps, tools as allTools } from './tools'

/** For the panel's menu: everything that the rail has, for panels without room for it. */
export function toolsMenu(host: PanelHost, tools: ChartTools): readonly MenuGroup[] {
  const { platform } = host.desk.bridge
  const { all, canUndo } = tools.drawn
  const show = {
    label: drawingsText.showRail,
    checked: tools.railShown,
    run: () => host.set({ tools: !tools.railShown })
  }
  if (tools.railShown) return [{ items: [show] }]
  const choices = allTools
    .filter((tool) => tool !== 'pointer')
    .map((tool) => ({
      label: drawingsText.tools[tool],
      caps: toolCaps(tool, platform),
      run: () => tools.choose(tool)
    }))
  const none = all.length === 0 ? drawingsText.none : null
  return [
    {
      title: drawingsText.rail,
      folded: true,
      items: [
        show,
        ...choices,
        {
          label: drawingsText.undo,
          disabled: canUndo ? null : drawingsText.none,
          run: () => tools.drawn.undo()
        },
        { label: drawingsText.removeAll, disabled: none, run: () => tools.removeAll() }
      ]
    }
  ]
}
