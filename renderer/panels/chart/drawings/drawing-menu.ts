import { keyCaps } from '../../../lib/keys'
import { drawingsText } from '../../../messages/panels/drawings'
import type { MenuGroup } from '../../../ui/menu'
import type { ChartTools } from './chart-tools.svelte'

/** Of the selected drawing. */
export function drawingMenu(
  platform: string,
  tools: ChartTools
): { label: string; groups: readonly MenuGroup[] } {
  const { bar } = drawingsText
  const { selected } = tools
  if (!selected) return { label: bar.title, groups: [] }
  return {
    label: tools.nameOf(selected),
    groups: [
      {
        items: [
          {
            label: bar.text,
            caps: keyCaps('return', platform),
            run: () => (tools.editing = selected.id)
          },
          { label: bar.duplicate, caps: keyCaps('CmdOrCtrl+D', platform), run: () => tools.duplicate() },
          {
            label: bar.lock,
            checked: selected.locked,
            run: () => tools.change({ locked: !selected.locked })
          },
          { label: bar.remove, caps: keyCaps('delete', platform), run: () => tools.remove([selected.id]) }
        ]
      }
    ]
  }
}
