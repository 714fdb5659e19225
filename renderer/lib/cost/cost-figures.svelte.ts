import type { NumberFormat } from '../format/number'
import type { MarketView } from '../markets'
import { midText, sideTexts, type SideTexts } from './cost-texts'

interface CostFigures {
  readonly asks: SideTexts
  readonly bids: SideTexts
  readonly mid: string
}

/** The texts of a market's cost, new with each of its frames. */
export function useCostFigures(
  view: () => MarketView,
  numbers: () => NumberFormat
): { readonly now: CostFigures } {
  const read = (): CostFigures => ({
    asks: sideTexts(view(), 'asks', numbers()),
    bids: sideTexts(view(), 'bids', numbers()),
    mid: midText(view(), numbers())
  })
  let now = $state.raw(read())
  $effect(() => {
    now = read()
    return view().onPaint(() => (now = read()))
  })
  return {
    get now() {
      return now
    }
  }
}
