import { choose, count, number } from '#shared/messages/language'

export const watchlistText = choose({
  en: {
    add: {
      field: 'Find or add a market',
      market: (market: string) => `Add ${market}`,
      offered: 'Markets to add',
      added: (market: string) => `${market} was added to the watchlist.`
    },
    sort: {
      sorted: (order: string) => `Sorted ${order}`,
      press: 'Click to sort',
      noMoves: 'The list is sorted. Click the column a third time to restore your own order.'
    },
    trend: 'Trend line',
    remove: {
      withKey: 'Remove from watchlist (Del)',
      market: (market: string) => `Remove ${market} from the watchlist`,
      undo: 'Undo',
      removed: (market: string) => `${market} was removed from the watchlist.`,
      fromList: 'Remove from watchlist'
    },
    replayed: {
      find: 'Find a market',
      fixed: 'In a replay, the list shows the markets that were recorded',
      none: 'No market was recorded',
      noneAbout: 'No market was recorded at this time. Choose another time below.'
    },
    noMatch: 'No market in the watchlist matches.',
    watched: 'Watched markets',
    menu: {
      of: (market: string) => `Menu of ${market}`,
      last: 'Already last',
      down: 'Move down',
      first: 'Already first',
      up: 'Move up',
      open: 'Open in a new panel',
      addAlert: 'Add an alert…',
      show: (market: string) => `Show ${market}`,
      locked: 'The layout is locked',
      sorted: 'The list is sorted'
    },
    settings: {
      columnsHint: 'A narrow panel hides the least important columns first.',
      columns: 'Columns',
      trendSpan: (interval: string) => `60 candles of ${interval}`,
      trend: 'Trend interval',
      rows: 'Row height',
      dense: 'Dense',
      normal: 'Normal'
    },
    unconnected: {
      choose: 'Choose a connection',
      sandbox: 'Connect to the local sandbox',
      sentence:
        'You are not connected. The local sandbox has markets right away and needs no account; each connection has its own watchlist.',
      title: 'No watchlist'
    },
    empty: {
      sentence: 'Enter the symbol of a market below. Leadline then records its prices and candles.',
      title: 'Your watchlist is empty'
    },
    columns: {
      state: { hint: 'State of the book', title: 'State' },
      age: { hint: 'Time since the last message of the book', title: 'Age' },
      volume: { hint: 'Volume traded in 24 hours, in the base currency', title: 'Volume' },
      low: { hint: 'Lowest price in 24 hours', title: 'Low' },
      high: { hint: 'Highest price in 24 hours', title: 'High' },
      ask: { hint: 'Best ask', title: 'Ask' },
      bid: { hint: 'Best bid', title: 'Bid' },
      trend: { hint: 'Closing prices of the last 60 candles', title: 'Trend' },
      spread: {
        hint: 'Spread between best bid and best ask, in basis points (1 bp = 0.01%) of the mid',
        title: 'Spr bp'
      },
      cost: {
        hint: 'Cost of buying or selling the chosen size in US dollars, whichever is higher, in basis points of the mid. Dollar stablecoins count as dollars',
        title: 'Cost bp'
      },
      depth: {
        hint: 'Size resting within 10 bp of the mid on both sides, in US dollars. Dollar stablecoins count as dollars',
        title: '10 bp'
      },
      change: {
        hint: 'Change over 24 hours in percent. * marks a shorter time, because the market was not recorded throughout',
        title: '24h'
      },
      last: { hint: 'Price of the last trade', title: 'Last' },
      market: { hint: 'Symbol of the market', title: 'Market' }
    },
    cost: {
      cost: (buy: string, sell: string) => `Buy ${buy} bp, sell ${sell} bp`,
      depth: (asks: string, bids: string) => `Asks ${asks}, bids ${bids}`,
      noRate: 'No live market has the price of the quote currency in US dollars.',
      short: 'The book does not have the size on both sides.',
      unit: 'USD',
      field: 'Size of the cost column, in US dollars'
    },
    day: {
      since: (time: string) => `Since ${time}, less than 24 hours: only while Leadline was connected.`,
      nothing: 'Nothing was recorded in the last 24 hours.',
      whole: '24 hours: the current minute and the 1,439 before it.'
    },
    keys: { delete: 'Del', alt: 'Alt', enter: 'Enter' },
    title: 'Watchlist',
    count: (markets: number) => count(markets, 'market'),
    countShown: (shown: number, all: number) => `${number(shown)} of ${count(all, 'market')}`
  }
})
