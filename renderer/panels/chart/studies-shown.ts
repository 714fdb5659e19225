import { chartText } from '../../messages/panels/chart'
import { footprintText } from '../../messages/panels/footprint'
import { liquidityText } from '../../messages/panels/liquidity'
import { studyText } from '../../messages/panels/studies'
import type { ChartSettings } from '#shared/contract/market/panels/chart'

import { minConfidence } from './footprint/sides'
import { liquidityStudies } from './liquidity/liquidity'

interface Study {
  readonly name: keyof ChartSettings
  readonly label: string
  readonly title: string
}

export const studies = [
  { name: 'vwap', label: 'VWAP', title: chartText.legend.vwapHint },
  { name: 'volume', label: chartText.legend.volume, title: chartText.studies.volumeHint },
  { name: 'cvd', label: 'CVD', title: chartText.legend.cvdHint },
  { name: 'heat', label: chartText.studies.heat, title: chartText.studies.heatHint }
] as const satisfies readonly Study[]

/** Only in the menu and the settings. */
export const moreStudies = [
  { name: 'ema', label: 'EMA', title: studyText.hints.ema },
  { name: 'atr', label: 'ATR', title: studyText.hints.atr },
  { name: 'rsi', label: 'RSI', title: studyText.hints.rsi },
  { name: 'levels', label: studyText.levels, title: studyText.hints.levels },
  { name: 'footprint', label: footprintText.title, title: footprintText.hint },
  { name: 'footprintSides', label: footprintText.sidesTitle, title: footprintText.sidesHint(minConfidence) },
  ...liquidityStudies.map((name) => ({
    name,
    label: liquidityText.names[name],
    title: liquidityText.hints[name]
  }))
] as const satisfies readonly Study[]
