import { tapeText } from '../../messages/panels/trades'
import type { TapeSettings } from '#shared/contract/market/panels/trades'
import type { MenuGroup } from '../../ui/menu'
import { everything, filterOf, isSameFilter, presetsOf } from './presets'

interface Actions {
  readonly set: (changed: Partial<TapeSettings>) => void
  readonly edit: () => void
}

export function presetMenu(settings: TapeSettings, { set, edit }: Actions): readonly MenuGroup[] {
  const filter = filterOf(settings)
  const all = [{ name: tapeText.presets.all, filter: everything }, ...presetsOf(settings.presets)]
  return [
    {
      title: tapeText.presets.title,
      items: all.map((preset) => ({
        label: preset.name,
        checked: isSameFilter(filter, preset.filter),
        run: () => set(preset.filter)
      }))
    },
    { items: [{ label: tapeText.presets.edit, run: edit }] }
  ]
}
