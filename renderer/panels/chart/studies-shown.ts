import { chartText } from '../../messages/panels/chart'
import type { ChartSettings } from '#shared/contract/market/panels/chart'

export const studies = [
  { name: 'vwap', label: 'VWAP', title: chartText.legend.vwapHint },
  { name: 'volume', label: chartText.legend.volume, title: chartText.studies.volumeHint },
  { name: 'cvd', label: 'CVD', title: chartText.legend.cvdHint },
  { name: 'heat', label: chartText.studies.heat, title: chartText.studies.heatHint }
] as const satisfies readonly {
  readonly name: keyof ChartSettings
  readonly label: string
  readonly title: string
}[]
