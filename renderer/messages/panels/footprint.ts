import { choose } from '#shared/messages/language'

export const footprintText = choose({
  en: {
    title: 'Footprint',
    hint: 'Volume at each price of a candle, once candles are wide enough. It is exact and does not depend on the inferred side.',
    sidesTitle: 'Footprint by inferred side',
    sidesHint: (min: number) =>
      `Bid × ask: what was sold and bought at each price, and the difference. The service does not send the side, so it is inferred. Cells are hatched where fewer than ${min}% of such sides were right recently, or where that is not known.`,
    rows: (height: string) => `Footprint: volume in rows of ${height}`,
    sidedRows: (height: string, confidence: string) =>
      `Footprint: bid × ask in rows of ${height}, sides inferred (${confidence} right)`,
    sidesShort: (confidence: string) => `Sides inferred, ${confidence} right`,
    narrowShort: 'Zoom in for bid × ask',
    narrowSides: (height: string) => `Footprint: volume in rows of ${height}; zoom in to see bid × ask`,
    loading: 'Footprint: loading…',
    failed: 'Footprint: not recorded',
    narrow: 'Footprint: zoom in to see the volume at each price',
    tooMuch: 'Footprint: too many prices in view',
    column: 'Volume by price',
    cell: (price: string, volume: string) => `${price}: ${volume}`,
    sidedColumn: 'Bid × ask by price (inferred)',
    deltaColumn: 'Delta (inferred)',
    confidenceColumn: 'Sides right',
    sides: (bid: string, ask: string, unknown: string) =>
      unknown === '' ? `${bid} × ${ask}` : `${bid} × ${ask} + ${unknown} unknown`,
    sidedCell: (price: string, volumes: string, confidence: string) => `${price}: ${volumes} (${confidence})`,
    unknownSide: (size: string) => `? ${size}`,
    delta: 'Delta',
    deltaHint: 'Bought minus sold in this candle, by inferred side',
    confidence: 'Sides right',
    confidenceHint:
      'How many of the inferred sides of this candle are right, estimated from earlier trades whose size an update took from the book'
  }
})
