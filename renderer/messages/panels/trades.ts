import { choose, count, number } from '#shared/messages/language'

export const tapeText = choose({
  en: {
    resume: 'Resume',
    resumeAtNewest: 'Resume at the newest trade',
    newest: 'the newest trade',
    position: 'Position in the tape',
    waiting: (trades: string) => `${trades} waiting`,
    waitingMore: (trades: string) => `more than ${trades} waiting`,
    copied: (rows: number, shown: string) => `${count(rows, 'row', 'rows', shown)} copied.`,
    inferredHint:
      '“Inferred” or *: the service does not report which side was the aggressor. Leadline infers it from the order book.',
    columns: {
      value: 'Value',
      size: 'Size',
      price: 'Price',
      sideInferred: 'Side (inferred)',
      time: (zone: string) => `Time ${zone}`,
      vwap: 'VWAP',
      sideMarks: [' (side inferred)', ' (inferred)', '*'],
      datedAhead: 'Dated ahead',
      sizeIn: (currency: string) => `Size ${currency}`,
      valueIn: (currency: string) => `Value ${currency}`,
      large: 'Large',
      prints: 'Prints'
    },
    rows: {
      hidden: (trades: number) => `${number(trades)} not shown`,
      gap: (time: string) => `not recorded ${time}`,
      gapSince: (time: string) => `not recorded since ${time}`,
      interruptions: (times: number, time: string) => `${count(times, 'interruption')}, not recorded ${time}`,
      interruptionsSince: (times: number, time: string) => `${count(times, 'interruption')} since ${time}`,
      hiddenWhy: (trades: number) => `${number(trades)} not shown: window was hidden or busy`,
      byTick: 'by tick',
      atBid: 'at the bid',
      atAsk: 'at the ask'
    },
    exactSize: (size: string) => `Size ${size}`,
    filter: {
      allShort: 'All',
      changeFromAll: 'All sizes shown. Change',
      change: (sizes: string) => `Sizes ${sizes} shown. Change`,
      hint: 'Show only trades of a minimum size',
      hintIn: (currency: string) => `Show only trades of a minimum size in ${currency}`,
      all: 'All sizes',
      noMatch: 'No trades match the filter',
      from: (what: string) => `${what} from`,
      to: (what: string) => `${what} to`,
      reversed: 'Less than “from”',
      field: 'Minimum size shown',
      fieldIn: (currency: string) => `Minimum size shown in ${currency}`
    },
    presets: {
      title: 'Presets',
      button: 'Filters and presets',
      all: 'All trades',
      perSecond: 'Per second',
      from: (size: string) => `From ${size}`,
      edit: 'Edit filters…',
      dialog: 'Trade filters',
      name: 'Save as preset',
      save: 'Save',
      hint: 'For the tapes of all windows.',
      replaces: 'Replaces the preset of this name.',
      remove: 'Remove',
      removeNamed: (name: string) => `Remove preset ${name}`,
      unnamed: 'Enter a name'
    },
    sides: {
      title: 'Sides, inferred from the order book',
      buy: 'Buys (inferred)',
      sell: 'Sells (inferred)',
      unknown: 'Side unknown'
    },
    rowKinds: {
      prints: 'Every print',
      price: 'One side, price and millisecond',
      second: 'One side and second, with VWAP'
    },
    copyAll: 'Copy all recorded trades as CSV',
    group: 'Group prints',
    loadingOlder: 'Loading…',
    pause: 'Pause or resume',
    settings: {
      soundHint: 'Rising for a buy, falling for a sell; at most once a second.',
      soundsOff: 'Sounds are off in Settings.',
      sound: 'Sound for large trades',
      of: 'of',
      largerThan: 'Larger than',
      largeSize: 'Large trade size',
      largeSizeIn: (currency: string) => `Large trade size ${currency}`,
      largeTrades: 'Large trades',
      pauseHint: 'New trades are counted meanwhile. Space also pauses and resumes.',
      pauseUnderPointer: 'Pause while pointing',
      groupHint: 'Prints of one side, price and millisecond become one row with their count and exact total.',
      zeroShowsAll: '0 shows every trade.',
      lastTrades: (count: string) => `the last ${count} trades`,
      large: {
        percentile: 'Larger than most recent trades',
        fixed: 'At least a fixed size',
        off: 'Mark no trades'
      },
      anySize: 'Enter a size, such as 0.25 or 50k',
      positiveSize: 'Enter a size above zero, such as 0.25 or 50k'
    }
  }
})
