import { tapeText } from '../../messages/panels/trades'
import type { TapeSettings } from '#shared/contract/market/panels/trades'
import type { MenuGroup } from '../../ui/menu'
import type { SavedPanel } from '#shared/contract/workspace/templates'
import { shortAmount, unitName, usualSizes } from '../../lib/cost/sizes'
import type { NumberFormat } from '../../lib/format/number'
import { everything, filterOf, isSameFilter, presetsOf } from './presets'

interface Parts {
  readonly market: string
  readonly numbers: NumberFormat
  readonly saved: readonly SavedPanel[]
  readonly set: (changed: Partial<TapeSettings>) => void
  readonly edit: () => void
}

export function presetMenu(settings: TapeSettings, parts: Parts): readonly MenuGroup[] {
  const { market, numbers, saved, set, edit } = parts
  const filter = filterOf(settings)
  const all = [
    { name: tapeText.presets.all, filter: everything },
    { name: tapeText.presets.perSecond, filter: { ...everything, perSecond: true } },
    ...usualSizes(market).map(({ amount, unit }) => ({
      name: tapeText.presets.from(`${shortAmount(amount, numbers)} ${unitName(market, unit)}`),
      filter: { ...everything, [unit === 'quote' ? 'valueAtLeast' : 'atLeast']: amount }
    })),
    ...presetsOf(saved)
  ]
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
