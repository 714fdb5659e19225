import { choose, count, number, plural } from '#shared/messages/language'

export const analysisText = choose({
  en: {
    title: 'Analysis',
    reports: 'Reports',
    groups: { market: 'Market', execution: 'Execution', recording: 'Recording' },
    names: {
      spread: 'Spread by time of day',
      depth: 'Depth by time of day',
      cost: 'Cost of a size',
      average: 'VWAP and TWAP',
      fills: 'Transaction costs',
      coverage: 'Gaps and stale data',
      days: 'Day against day'
    },
    about: {
      spread: 'Ask minus bid, in basis points of the mid. Percentiles of each time of day.',
      depth: (within: number) =>
        `Size within ${number(within)} bp of the mid. Percentiles of each time of day.`,
      cost: (size: string) =>
        `Slippage of ${size} from the mid to the average price. Positive is a cost to you.`,
      average: 'VWAP: trades weighted by amount. TWAP: the mid weighted by time.',
      fills:
        'Costs in bp: positive is a cost to you. Markout: the mid after the fill, positive is in your favor.',
      coverage: 'How long the market was live, stale, not live, or not recorded.',
      days: (report: string) =>
        `${report} of two days, side by side. Difference: the first day less the other.`
    },
    partial: 'partial',
    gap: 'gap',
    choices: {
      connection: 'Connection',
      market: 'Market',
      report: 'Report',
      period: 'Period',
      periods: { '1': '24 h', '7': '7 d', '14': '14 d', '30': '30 d', custom: 'Custom' },
      from: 'From (UTC)',
      to: 'To (UTC)',
      day: 'Day (UTC)',
      other: 'Against (UTC)',
      placeholder: (day: string) => `e.g. ${day}`,
      wrong: (day: string) => `Not a valid time, e.g. ${day}`,
      wrongOrder: 'Must be later than the start',
      tooLong: (days: number) => `At most ${count(days, 'day')}`,
      days: 'Days',
      daysOf: { all: 'All days', weekdays: 'Weekdays', weekends: 'Weekends' },
      bucket: 'Bucket',
      buckets: { '15': '15 min', '30': '30 min', '60': '1 h', '1440': '1 day' },
      side: 'Side',
      sides: { buy: 'Buy', sell: 'Sell', both: 'Both' },
      book: { buy: 'Ask', sell: 'Bid', both: 'Both' },
      within: 'Within',
      withins: { '10': '10 bp', '50': '50 bp' },
      interval: 'VWAP interval',
      intervals: { '1': '1 min', '5': '5 min', '15': '15 min', '60': '1 h' }
    },
    actions: {
      csv: 'CSV…',
      pdf: 'PDF…',
      pin: 'Keep this report below the others',
      unpin: 'Remove the report below',
      cancel: 'Cancel',
      again: 'Run again',
      replay: (time: string) => `Replay from ${time}`,
      recordings: 'Recordings',
      settings: 'Recording settings',
      saved: (path: string) => `Saved ${path}`,
      copied: (rows: number) => `${count(rows, 'row')} copied`
    },
    running: {
      label: 'Progress of the report',
      text: (percent: string) => `Reading the recording · ${percent}`
    },
    cancelled: { title: 'Report canceled', sentence: 'Nothing is shown, because only a part was read.' },
    failed: 'The report could not be made',
    empty: {
      title: 'Nothing to analyze yet',
      none: 'Reports read what was recorded and written as Parquet. The first hour appears shortly after it ends.',
      off: 'Reports read the Parquet files of the recordings, which are turned off in the settings.',
      connection:
        'Nothing of this connection is written as Parquet yet. The first hour appears shortly after it ends.',
      rows: 'Nothing in this period',
      rowsAbout: 'No data of this market was recorded in the chosen period.'
    },
    sealed: {
      title: 'Available',
      from: (time: string) => `${time} –`,
      to: (time: string) => `${time} UTC`
    },
    fills: {
      title: 'Imported fills',
      import: 'Import fills…',
      remove: (name: string) => `Remove ${name}`,
      none: 'No fills imported',
      about:
        'A CSV file with a line for each fill: time, side, price, amount, and optionally an order ID. It stays on this computer, and is not saved when you quit.',
      imported: (fills: number, name: string) => `${count(fills, 'fill')} imported from ${name}`,
      problems: (lines: number, first: string) =>
        `${count(lines, 'line')} ${plural(lines, { one: 'is', other: 'are' })} not a fill and ${plural(lines, { one: 'was', other: 'were' })} left out. ${first}`,
      line: (line: number, sentence: string) => `Line ${number(line)}: ${sentence}`,
      summary: (name: string, fills: string, market: string) => `${name} · ${fills}, ${market}`,
      count: (fills: number) => count(fills, 'fill'),
      total: 'Total by amount',
      noSize: 'too thin',
      noLog: 'log deleted',
      found: 'in the tape',
      through: 'through the book',
      foundThrough: 'in tape, through book',
      notFound: 'not in the tape',
      unknown: 'not recorded'
    },
    statistics: { low: '10 %', median: 'Median', high: '90 %', value: '' },
    measures: {
      spread: 'Spread',
      'spread-price': 'Spread',
      'bid-10bp': 'Bid',
      'ask-10bp': 'Ask',
      'bid-50bp': 'Bid',
      'ask-50bp': 'Ask',
      buy: 'Buy',
      sell: 'Sell',
      vwap: 'VWAP',
      twap: 'TWAP',
      volume: 'Volume',
      live: 'Live',
      stale: 'Stale',
      'not-live': 'Not live',
      missing: 'Not recorded'
    },
    units: { bp: 'bp', minutes: 'min' },
    columns: {
      time: 'Time UTC',
      samples: 'Samples',
      coverage: 'Coverage',
      difference: 'Difference',
      coverageOf: (day: string) => `Coverage ${day}`,
      timeOf: (day: string) => `Time UTC, ${day}`,
      side: 'Side',
      size: (unit: string) => `Size ${unit}`,
      price: 'Fill price',
      arrivalMid: 'Arrival mid',
      arrivalCost: 'vs arrival',
      vwap: 'Interval VWAP',
      vwapCost: 'vs VWAP',
      sweepCost: 'Sweep cost',
      markouts: ['Markout 1 s', '10 s', '1 min', '5 min'],
      trade: 'Trade',
      gapKind: 'State',
      gapFrom: 'From (UTC)',
      gapTo: 'To (UTC)',
      gapTime: 'Duration'
    },
    rowSide: { buy: '▲ Buy', sell: '▼ Sell' },
    gaps: {
      title: 'Gaps',
      more: (gaps: number) => `${count(gaps, 'more gap', 'more gaps')} not listed`,
      none: 'Live all of the time'
    },
    figures: {
      median: 'Median',
      range: '10 % to 90 %',
      lowest: (slot: string) => `Lowest, ${slot}`,
      highest: (slot: string) => `Highest, ${slot}`,
      now: (side: string) => `${side} now`,
      against: 'Against the period',
      expensive: (percent: string) => `more expensive than ${percent}`,
      ofTime: 'of the time',
      difference: 'VWAP against TWAP',
      gaps: 'Gaps',
      coverage: 'Coverage',
      covered: (live: string, total: string) => `${live} of ${total}`,
      fills: 'Fills',
      value: 'Value',
      arrival: 'Against arrival',
      vwap: 'Against VWAP',
      sweep: 'Sweep cost',
      markout: (time: string) => `Markout ${time}`
    },
    legend: {
      band: '10 % to 90 %',
      median: 'Median',
      nowLine: (value: string, unit: string) => `Now ${value} ${unit}`
    },
    partialNote: (covered: string, gaps: number, longest: string, from: string) =>
      `${covered} of the time is covered: ${count(gaps, 'gap')}, the longest of ${longest} from ${from} UTC. Rows with a gap are marked as partial.`,
    read: (rows: string, time: string) => `${rows} rows read in ${time}`,
    chart: (title: string) => `Chart: ${title}. The table has the same figures.`,
    table: (title: string) => `Table: ${title}`,
    unavailable: { none: 'There is no report to save' },
    page: {
      market: 'Market',
      connection: 'Connection',
      period: 'Period',
      days: 'Days',
      bucket: 'Bucket',
      size: 'Size',
      file: 'File',
      coverage: 'Coverage',
      made: 'Made',
      version: 'Leadline',
      more: (rows: number) => `${count(rows, 'more row', 'more rows')} in the CSV file.`,
      simulated: 'Simulated market of the local sandbox'
    }
  }
})
