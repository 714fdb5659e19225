import type { ChartSettings } from '#shared/contract/market/panels/chart'

type Settings = Pick<ChartSettings, 'footprint' | 'footprintSides'>

export const hasFootprint = ({ footprint, footprintSides }: Settings) => footprint || footprintSides
