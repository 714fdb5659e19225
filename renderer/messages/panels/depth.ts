import { choose, count } from '#shared/messages/language'

export const depthText = choose({
  en: {
    settings: {
      mirrorHint: 'Size at the same distance on the other side, and the ratio of bids to asks.',
      mirror: 'The opposite side in the tooltip',
      averageHint: 'The average price to fill everything up to the cursor, and its distance from the mid.',
      average: 'Average price in the tooltip',
      logHint: 'Logarithmic: each step up is ten times as much.'
    },
    scale: {
      current: (scale: string, other: string) => `Size scale: ${scale}. Change to ${other}`,
      change: (scale: string, other: string) => `${scale}. Change to ${other}`,
      title: 'Size scale',
      logShort: 'Log',
      linear: 'Linear',
      log: 'Logarithmic'
    },
    span: {
      title: 'Range around the mid',
      current: (span: string) => `Range: ${span}`,
      all: 'All levels',
      fit: 'Fit'
    },
    noPrice: 'no price',
    price: 'Price in the book',
    menu: {
      copied: (levels: number, shown: string) => `${count(levels, 'level', 'levels', shown)} copied.`,
      copyAll: 'Copy all levels as CSV',
      logarithmic: 'Logarithmic sizes'
    },
    ends: {
      bids: { none: 'No bids', noneBeyond: 'No bids beyond', moreBeyond: 'More bids, not drawn' },
      asks: { none: 'No asks', noneBeyond: 'No asks beyond', moreBeyond: 'More asks, not drawn' }
    },
    box: {
      atLeast: (size: string) => `at least ${size}`,
      ratio: 'Bid / ask',
      size: 'Size',
      unknown: 'not known that far',
      grouped: (step: string) => `in steps of ${step}`,
      levels: 'Levels',
      slippage: 'From best',
      toFill: 'To fill',
      average: 'Average',
      cost: 'Cost',
      askUp: 'Ask ≤',
      bidDown: 'Bid ≥'
    },
    mid: 'Mid ',
    crossedMid: 'Crossed, mid ',
    columns: {
      totalIn: (currency: string) => `Total ${currency}`,
      sizeIn: (currency: string) => `Size ${currency}`,
      price: 'Price',
      side: 'Side',
      ask: 'Ask',
      bid: 'Bid',
      unknown: 'not known',
      askCost: (currency: string) => `Ask cost ${currency}`,
      askSize: (currency: string) => `Ask size ${currency}`,
      asksTo: 'Asks to',
      bidCost: (currency: string) => `Bid cost ${currency}`,
      bidSize: (currency: string) => `Bid size ${currency}`,
      bidsFrom: 'Bids from',
      distance: 'Distance %'
    }
  }
})
