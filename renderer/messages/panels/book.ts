import { choose, count } from '#shared/messages/language'

export const bookText = choose({
  en: {
    menu: {
      tape: 'Trades beside the book',
      beside: 'Bids beside asks',
      finest: 'Already the finest',
      finer: 'Finer price steps',
      coarsest: 'Already the coarsest',
      coarser: 'Coarser price steps',
      recentre: 'Recentre'
    },
    empty: { bids: 'No bids', asks: 'No asks' },
    settings: {
      flashOff: 'Turned off for all panels in Settings.',
      reduced: 'Off while motion is reduced.',
      flash: 'Highlight changed digits',
      tradedMinutes: 'Traded in the last',
      tradedHint: 'The side is inferred: the service does not report it.',
      traded: 'Volume traded at each price',
      barsTitle: 'Bars',
      third: 'Third column',
      middlePrice: 'Price in the middle',
      sides: 'Layout',
      bars: { size: 'Size of each level', total: 'Cumulative size' },
      total: { off: 'None', cost: 'Cumulative cost in quote currency', size: 'Cumulative size' },
      price: { mid: 'Mid', last: 'Last trade' },
      shape: { beside: 'Bids beside asks', stacked: 'Asks above bids' }
    },
    held: {
      recentre: 'Recentre',
      recentreKey: (key: string) => `Recentre (${key})`,
      title: 'Held',
      away: 'Scrolled away from the mid',
      hint: 'Prices keep their rows while you point at them'
    },
    middle: {
      crossed: (spread: string) => `Crossed ${spread}`,
      locked: (spread: string) => `Locked ${spread}`,
      spread: (spread: string) => `Spread ${spread}`,
      imbalance: 'Imb'
    },
    columns: {
      tradedHint: (minutes: number) =>
        `Traded at the price in the last ${count(minutes, 'minute')}: bought above, sold below. The aggressor is inferred.`,
      totalHint: 'Size of everything from the best price to this one',
      costHint: 'Cost of everything from the best price to this one, in quote currency',
      total: 'Total',
      costNear: 'Cost ≈',
      cost: 'Cost',
      size: 'Size',
      price: 'Price',
      sold: 'Sold (inferred)',
      bought: 'Bought (inferred)',
      tradedMinutes: (minutes: number) => `Traded in ${minutes} min`,
      totalCostNear: 'Total cost (near)',
      totalCost: 'Total cost',
      side: 'Side'
    },
    row: 'Ladder row',
    steps: {
      coarserKey: (key: string) => `Coarser price steps (${key})`,
      current: (step: string) => `Price step: ${step}`,
      finerKey: (key: string) => `Finer price steps (${key})`,
      named: (step: string) => `Prices in steps of ${step}`,
      none: 'Every price',
      title: 'Price steps'
    },
    gaps: {
      partial: 'The market was not recorded throughout; actual volume may be higher.',
      older: 'The tape does not go back that far; actual volume is higher.',
      nothing: 'No trade yet.'
    },
    alert: { noRow: 'No row', pointFirst: 'Point at a row first: the alert is set at its price.' },
    sides: { bid: 'Bid', ask: 'Ask' },
    tip: {
      traded: (minutes: number) => `Traded, ${minutes} min`,
      slip: 'Slippage',
      average: 'Average',
      totalSize: 'Total size',
      rounded: 'Rounded to the last digit',
      steps: 'At the prices of the steps'
    }
  }
})
