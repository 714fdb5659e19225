import type { ChartSettings } from '#shared/contract/market/panels/chart'

/** What can be shown beside the candles, in the words of the head, of the menu and of the settings. */
export const studies = [
  { name: 'vwap', label: 'VWAP', title: 'Average price by volume since 00:00 UTC' },
  { name: 'volume', label: 'Volume', title: 'Volume by inferred side' },
  { name: 'cvd', label: 'CVD', title: 'Buys without sells since 00:00 UTC, by inferred sides' },
  { name: 'heat', label: 'Depth heat', title: 'What rested in the book, behind the candles' }
] as const satisfies readonly {
  readonly name: keyof ChartSettings
  readonly label: string
  readonly title: string
}[]
