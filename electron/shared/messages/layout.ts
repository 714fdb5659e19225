import { choose } from './language'

export const layoutText = choose({
  en: {
    views: {
      help: 'Help',
      settings: 'Settings',
      diagnostics: 'Diagnostics',
      connections: 'Connections',
      analysis: 'Analysis',
      recordings: 'Recordings',
      sql: 'SQL',
      statements: 'Statements',
      conversions: 'Conversions',
      addresses: 'Deposit addresses',
      markets: 'Markets'
    },
    templates: {
      empty: 'Empty',
      wide: 'Wide watchlist',
      stablecoins: 'Stablecoins',
      four: 'Four markets',
      deep: 'One market deep'
    },
    panels: {
      alerts: { summary: 'Alert rules and what they fired', title: 'Alerts' },
      connection: { summary: 'Latency, message rate and recent events', title: 'Connection' },
      trades: { summary: 'Time and sales', title: 'Trades' },
      prints: { summary: 'Large trades of all watched markets', title: 'Large prints' },
      depth: { summary: 'Cumulative size on both sides of the mid', title: 'Depth' },
      book: { summary: 'Ladder of bids and asks', title: 'Order book' },
      cost: { summary: 'Cost of trading a size, on both sides', title: 'Cost of a size' },
      chart: { summary: 'Candles, volume and liquidity heat', title: 'Chart' },
      watchlist: { summary: 'Markets with last price, change and spread', title: 'Watchlist' }
    }
  }
})
