import { choose, count } from '#shared/messages/language'

export const printsText = choose({
  en: {
    list: 'Large prints, newest first',
    market: 'Market',
    allMarkets: 'All markets',
    markets: (markets: number) => count(markets, 'market'),
    currency: 'Currency',
    cut: 'Earlier prints are not listed',
    show: (market: string) => `Show ${market}`,
    sideMarked: 'Side*',
    side: { buy: 'Buy', sell: 'Sell', unknown: 'Unknown' },
    empty: {
      title: 'No large prints yet',
      sentence: 'A print is listed if it is larger than most recent trades of its market.'
    },
    reading: {
      title: 'Reading the recording',
      sentence: 'Large prints are listed once the trades before this time are read.'
    },
    noMarkets: {
      title: 'No markets are followed',
      sentence: 'Add markets to the watchlist to see their large prints here.'
    },
    settings: {
      value: 'Minimum value',
      valueHint: 'In the quote currency of each market. 0 lists every large print.'
    }
  }
})
