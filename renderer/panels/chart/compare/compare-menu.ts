import { compareText } from '../../../messages/panels/compare'
import { compareKinds, type ChartSettings } from '#shared/contract/market/panels/chart'
import type { MenuGroup } from '../../../ui/menu'

export function compareMenu(
  { compare, compareAs }: Pick<ChartSettings, 'compare' | 'compareAs'>,
  onset: (changed: Partial<ChartSettings>) => void,
  pick: () => void
): MenuGroup {
  const stop = compare && [{ label: compareText.stop(compare), run: () => onset({ compare: null }) }]
  return {
    title: compareText.title,
    folded: true,
    items: [
      { label: compare === null ? compareText.with : compareText.other, run: pick },
      ...compareKinds.map((kind) => ({
        label: compareText.kinds[kind],
        checked: compare !== null && compareAs === kind,
        disabled: compare === null ? compareText.first : null,
        run: () => onset({ compareAs: kind })
      })),
      ...(stop || [])
    ]
  }
}
