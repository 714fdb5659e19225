import type { MenuGroup } from '../../../ui/menu'
import { drawingsText } from '../../../messages/panels/drawings'
import type { ChartTools } from './chart-tools.svelte'
import { tintNames } from './tints'

/** A line for each drawing, to select it. */
export function drawingList(tools: ChartTools, onpicked: () => void): readonly MenuGroup[] {
  const { all } = tools.drawn
  const { names } = tools
  if (all.length === 0)
    return [{ items: [{ label: drawingsText.none, disabled: drawingsText.none, run: () => undefined }] }]
  const items = all.map((drawing, index) => ({
    label: names[index]!,
    swatch: `var(--${tintNames[drawing.colour]})`,
    checked: tools.selected?.id === drawing.id,
    run() {
      tools.select(drawing.id)
      onpicked()
    }
  }))
  return [{ title: drawingsText.list, items }]
}
