import { choose } from '#shared/messages/language'

export const footprintText = choose({
  en: {
    title: 'Footprint',
    hint: 'Volume at each price of a candle, once candles are wide enough. It is exact and does not depend on the inferred side.',
    rows: (height: string) => `Footprint: volume in rows of ${height}`,
    loading: 'Footprint: loading…',
    failed: 'Footprint: not recorded',
    narrow: 'Footprint: zoom in to see the volume at each price',
    tooMuch: 'Footprint: too many prices in view',
    column: 'Volume by price',
    cell: (price: string, volume: string) => `${price}: ${volume}`
  }
})
