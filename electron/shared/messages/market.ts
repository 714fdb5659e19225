import { choose, count, number } from './language'

export const marketText = choose({
  en: {
    book: {
      lost: 'The connection was lost.',
      reconnected: 'Reconnected; waiting for a new snapshot.',
      noSnapshot: 'The service confirmed the subscription but has not sent a snapshot.',
      notConfirmed: 'The service has not confirmed the subscription.',
      unreadable: 'A message for this market could not be read.',
      olderSnapshot: 'The service sent a snapshot that is older than the book.',
      overflow: 'Too many updates arrived before the snapshot.',
      clockSetBack: 'The clock of the service was set back.',
      crossed: 'The book stayed crossed.',
      notRecorded: 'Messages are missing from the recording; waiting for a new snapshot.',
      coarseTimes: 'The times of the messages are too coarse to tell which updates the snapshot contains.'
    },
    subscription: {
      unknownMarket: (market: string) => `The service has no market ${market}.`,
      bookRefused: (market: string, code: string) => `The service refused the book of ${market} (${code}).`,
      tradesRefused: (market: string, code: string) =>
        `The service refused the trades of ${market} (${code}).`,
      bookDeclined: (market: string, code: string | null) =>
        code === null
          ? `The service declined the book of ${market} and gave no reason.`
          : `The service declined the book of ${market} (${code}).`,
      tradesDeclined: (market: string, code: string | null) =>
        code === null
          ? `The service declined the trades of ${market} and gave no reason.`
          : `The service declined the trades of ${market} (${code}).`
    },
    symbol: {
      missing: 'Enter the symbol of a market, for example BTCUSD.',
      tooLong: (max: number) => `A symbol has at most ${count(max, 'character')}.`,
      invisible: 'A symbol cannot contain spaces or invisible characters.'
    },
    watchlist: {
      full: (max: number) => `A watchlist has at most ${count(max, 'market')}.`,
      notConnected: 'Each connection with market data has its own watchlist. Connect to one first.',
      listsLost: (lost: number, all: number) =>
        `${number(lost)} of ${count(all, 'list')} could not be read completely`,
      allLost: 'no list could be read'
    },
    quotes: {
      invalidTime: 'Not recorded: this time cannot be looked up.',
      future: 'Not recorded yet: this time is in the future.',
      expired: (days: number) => `Not recorded: quotes are kept for ${count(days, 'day')}.`,
      notWatched: (market: string) => `Not recorded: ${market} was not watched at that time.`,
      notLive: (market: string) => `Not recorded: the book of ${market} was not live at that time.`,
      unreadable: (market: string) => `The recorded quotes of ${market} cannot be read.`,
      unsaved: (folder: string) =>
        `Market quotes could not be saved to ${folder}, so they may be missing from conversions. Leadline retries every ten seconds.`
    },
    panels: {
      windowClosing: 'This window is closing.',
      tooMany: (max: number) => `A window can show at most ${count(max, 'market view')} at once.`,
      pictureHidden: 'The picture could not be captured: this part of the window is not visible.'
    },
    alerts: {
      tooMany: (max: number) => `A connection has at most ${count(max, 'alert')}.`,
      gone: 'This alert no longer exists.',
      notConnected: 'Each connection has its own alerts. Connect to one first.',
      evidenceTooSoon: (minutes: number) => `Its last evidence is less than ${count(minutes, 'minute')} old.`,
      notAcknowledged: (alert: string) => `Not acknowledged: ${alert}`,
      entriesLost: (lost: number) => `${count(lost, 'entry', 'entries')} could not be read`,
      partlyLost: 'parts of it could not be read',
      noNotifications: 'This desktop has no notification service.',
      notificationsUnsupported: 'This system does not support notifications from Leadline.'
    },
    drawings: {
      tooMany: (max: number) => `A market has at most ${count(max, 'drawing')}. Delete some first.`,
      tooManyInAll: (max: number) =>
        `There are at most ${count(max, 'drawing')} in all markets together. Delete some first.`,
      notConnected: 'Each connection has its own drawings. Connect to one first.',
      otherConnection: 'The connection was changed meanwhile. Draw it again.',
      lost: (lost: number) => `${count(lost, 'drawing')} could not be read`,
      partlyLost: 'parts of it could not be read'
    },
    alertsBlind: {
      noMarketData: 'There is no market data while nothing is connected.',
      streamClosed: 'Missing data cannot be detected while the stream is disconnected.',
      idle: (market: string) => `${market} is not connected.`,
      awaiting: (market: string) => `${market} is waiting for its first snapshot.`,
      stale: (market: string) => `${market} is stale: no messages arrive.`,
      rebuilding: (market: string) => `${market} is being rebuilt.`,
      refused: (market: string) => `The service refuses ${market}.`,
      emptyBook: 'The book is empty.',
      noTrade: 'No trade yet.',
      oneSided: 'One side of the book is empty.',
      crossed: 'The book is crossed.'
    },
    alertValues: {
      state: 'State',
      refused: 'Refused',
      lost: 'Lost',
      lostFor: 'Lost for',
      reason: 'Reason',
      silentFor: 'No data for',
      book: 'Book',
      notLiveFor: 'Not live for',
      markets: 'Markets',
      marketsAndMore: (named: string, more: number) => `${named} and ${number(more)} more`,
      longestSilence: 'Longest without data',
      imbalance: 'Imbalance %',
      bidSize: 'Bid size',
      askSize: 'Ask size',
      last: 'Last',
      bid: 'Bid',
      ask: 'Ask',
      mid: 'Mid',
      before: 'Before',
      crossed: 'Crossed',
      upwards: 'upwards',
      downwards: 'downwards',
      side: 'Side',
      bids: 'Bids',
      asks: 'Asks',
      resting: 'Resting',
      price: 'Price',
      buy: 'Buy',
      sell: 'Sell',
      move: 'Move %',
      from: 'From',
      vwap: 'VWAP',
      vwapFrom: 'VWAP from',
      notObserved: 'Not observed',
      offPeg: 'Off the peg bp',
      offFor: 'Off for',
      depth: 'Depth',
      cost: 'Cost bp',
      average: 'Average',
      worst: 'Worst price',
      fills: 'Fills only',
      spreadBasisPoints: 'Spread bp',
      spread: 'Spread',
      traded: 'Traded',
      trades: 'Trades',
      lastSize: 'Last size',
      size: 'Size',
      executed: 'Executed',
      seenAfter: 'Seen after',
      gap: (seconds: string) => `${seconds} in which the market was not live`
    },
    alertBookStates: {
      idle: 'Not connected',
      awaiting: 'Waiting for its first snapshot',
      live: 'Live',
      stale: 'Stale',
      rebuilding: 'Being rebuilt',
      refused: 'Refused'
    },
    aggressors: { buy: 'Buy (inferred)', sell: 'Sell (inferred)', unknown: 'Not known' }
  }
})
