import { costText } from '../../messages/panels/cost'
import type { MenuItem } from '../../ui/menu'
import type { CostSize } from './cost-size.svelte'

/** In a panel's menu. */
export const presetItem = (size: CostSize): MenuItem => {
  const name = size.named(size.size)
  return {
    label: size.isPreset ? costText.removePreset(name) : costText.addPreset(name),
    run: () => size.togglePreset()
  }
}
