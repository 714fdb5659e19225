import { choose, count, number } from './language'

export const analysisText = choose({
  en: {
    nothingSealed: 'No Parquet data for this market in this period.',
    sealedSince: (time: string) => `Available from ${time}. Earlier time counts as not covered.`,
    sealedUpTo: (time: string) => `Available up to ${time}. Later time counts as not covered.`,
    keyframes: 'The cost is sampled at the keyframes of the log, at most four an hour.',
    stopped: 'The analysis stopped unexpectedly. Try again.',
    noResult: 'This report is no longer in memory. Run it again, then save it.',
    noFile: 'These fills are no longer in memory. Import the file again.',
    tooManyFiles: (max: number) => `At most ${number(max)} fill files can be open. Remove one first.`,
    saved: {
      file: 'saved reports',
      lost: (lost: number) =>
        lost === 0
          ? 'Saved reports were damaged. A copy of the file was kept.'
          : `${number(lost)} saved ${lost === 1 ? 'report was' : 'reports were'} unreadable and could not be loaded. A copy of the file was kept.`,
      gone: 'This saved report no longer exists.',
      nameTaken: 'Another saved report has this name.',
      tooMany: (max: number) => `At most ${number(max)} reports can be saved. Delete some first.`
    },
    dialogs: { import: 'Import fills', save: 'Save report', csv: 'CSV files' },
    csv: {
      periodFrom: 'Period from',
      periodTo: 'Period to',
      from: 'From (UTC)',
      to: 'To (UTC)',
      total: 'Total',
      samples: 'Samples',
      coverage: 'Coverage (%)',
      partial: 'partial',
      gap: 'gap',
      yes: 'yes',
      no: 'no',
      through: 'Traded through this book',
      found: 'Trade found',
      missing: { gap: 'gap', size: 'not enough in the book', log: 'no log', trades: 'no trades' },
      sides: { buy: 'buy', sell: 'sell' },
      column: (measure: string, statistic: string, unit: string) =>
        `${measure}${statistic === '' ? '' : `, ${statistic}`} (${unit})`,
      measures: {
        spread: 'Spread',
        'spread-price': 'Spread',
        'bid-10bp': 'Bid size within 10 bp',
        'ask-10bp': 'Ask size within 10 bp',
        'bid-50bp': 'Bid size within 50 bp',
        'ask-50bp': 'Ask size within 50 bp',
        buy: 'Cost to buy',
        sell: 'Cost to sell',
        vwap: 'VWAP',
        twap: 'TWAP',
        volume: 'Volume',
        live: 'Live',
        stale: 'Stale',
        'not-live': 'Not live',
        missing: 'Missing'
      },
      statistics: { low: '10%', median: 'median', high: '90%', value: '' },
      units: { bp: 'bp', base: 'base', quote: 'quote', minutes: 'minutes' },
      fills: [
        'Line',
        'Time (UTC)',
        'Side',
        'Price',
        'Amount',
        'ID',
        'Arrival mid',
        'Against arrival (bp, positive is a cost)',
        'Interval VWAP',
        'Against VWAP (bp, positive is a cost)',
        'Sweep cost (bp)'
      ],
      markout: (seconds: number) => `Markout ${number(seconds)} s (bp, positive is in favour)`
    },
    fills: {
      notRead: (file: string, reason: string) => `${file} could not be read: ${reason}.`,
      notFile: (file: string, words: string) => `${file} ${words}.`,
      notText: (file: string) => `${file} is not a text file in UTF-8. Export the fills as CSV.`,
      notCsv: (file: string) => `${file} is not a CSV table.`,
      noColumns: (file: string) =>
        `${file} needs a header line with the columns time, side, price and amount; order_id and market are optional.`,
      tooMany: (file: string, max: number) =>
        `${file} has more than ${number(max)} fills. Split it into several files.`,
      none: (file: string) => `${file} has no fills.`,
      noneValid: (file: string, line: number, reason: string) =>
        `${file} has no valid fill. Line ${number(line)}: ${reason}`,
      badTime: 'Not a valid time, e.g. 2026-11-24T09:02:14.118Z. Times without a zone are UTC.',
      badSide: 'The side must be buy or sell.',
      badPrice: 'The price must be a number above zero, e.g. 64102.40.',
      badAmount: 'The amount must be a number above zero, e.g. 12.5.',
      longOrder: (max: number) => `The ID has more than ${number(max)} characters.`,
      badMarket: (max: number) =>
        `The market must be a name of at most ${number(max)} characters, e.g. BTCUSD.`,
      noneOfMarket: (file: string, market: string, other: string) =>
        `${file} has no fills of ${market}. Its first fill is of ${other}.`,
      otherMarkets: (fills: number) =>
        `${count(fills, 'fill')} of other markets ${fills === 1 ? 'was' : 'were'} left out.`,
      gapped: (fills: number, all: number) =>
        `${number(fills)} of ${count(all, 'fill')} ${fills === 1 ? 'has' : 'have'} a gap within the next five minutes. Figures inside a gap are excluded from the totals.`,
      incomplete: (fills: number, all: number) =>
        `${number(fills)} of ${count(all, 'fill')} ${fills === 1 ? 'lacks' : 'lack'} at least one figure. The total of a figure covers only the fills that have it.`,
      tooLarge: (fills: number) =>
        fills === 1
          ? '1 fill was larger than the book; the total sweep cost excludes it.'
          : `${number(fills)} fills were larger than the book; the total sweep cost excludes them.`,
      withoutLog: (fills: number) =>
        `The log of ${count(fills, 'fill')} was deleted, so the sweep cost is unknown.`
    }
  }
})
