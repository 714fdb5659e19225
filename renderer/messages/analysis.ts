import { choose, count, number } from '#shared/messages/language'

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
      days: 'Day comparison'
    },
    about: {
      spread: 'Ask minus bid, in basis points of the mid. Percentiles of each time of day.',
      depth: (within: number) =>
        `Size within ${number(within)} bp of the mid. Percentiles of each time of day.`,
      cost: (size: string) =>
        `Slippage of ${size} from the mid to the average price. Positive is a cost to you.`,
      average: 'VWAP: trades weighted by amount. TWAP: the mid weighted by time.',
      fills:
        'Costs in bp: positive is a cost to you. Markout: the mid after the fill, positive is in your favour.',
      coverage: 'How long the market was live, stale, not live, or not recorded.',
      days: (report: string) =>
        `${report}: two days side by side. Difference: the first day minus the second.`
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
      other: 'Compare with (UTC)',
      placeholder: (day: string) => `e.g. ${day}`,
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
      picture: 'Picture',
      copyPicture: 'Copy as picture',
      savePicture: 'Save as picture…',
      pictureCopied: 'Picture copied',
      sql: 'Open as SQL',
      sqlHint: 'Start with a query over the same time range',
      pin: 'Pin this report below',
      unpin: 'Unpin the report below',
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
    cancelled: {
      title: 'Report cancelled',
      sentence: 'Nothing is shown because only part of the recording was read.'
    },
    desk: {
      writing: (hour: string | null) =>
        `The fetched days are being written as Parquet files${hour === null ? '' : ` (${hour})`}. The report follows.`,
      battery: 'The fetched days are written as Parquet files once the computer is plugged in.'
    },
    failed: 'The report could not be created',
    empty: {
      title: 'Nothing to analyse yet',
      none: 'Reports read the Parquet files of the recording. The first hour appears shortly after it ends.',
      off: 'Reports read the Parquet files of the recording, which are turned off in the settings.',
      connection:
        'There are no Parquet files for this connection yet. The first hour appears shortly after it ends.',
      unsealed:
        'The recording of this connection is not written as Parquet files yet. Leadline does that in the background, and pauses on battery power.',
      old: 'The recording of this connection is older than Parquet files are kept. Keep them for more days in the settings.',
      desk: 'Reports read what was fetched of the desk’s recordings. Fetch the days that the report needs.',
      rows: 'No data in this period',
      rowsAbout: 'Nothing was recorded for this market in the selected period.'
    },
    saved: {
      title: 'Saved reports',
      save: 'Save report…',
      name: {
        save: 'Save report',
        rename: 'Rename report',
        field: 'Name',
        saveAction: 'Save',
        renameAction: 'Rename',
        replaces: 'Replaces the saved report with this name.'
      },
      rename: 'Rename…',
      remove: 'Delete',
      actions: (name: string) => `Actions for ${name}`,
      about: (name: string, report: string, market: string) => `${name}: ${report}, ${market}`,
      done: (name: string) => `Saved report ${name}`,
      removed: (name: string) => `Deleted report ${name}`,
      undo: 'Undo',
      taken: (name: string) => `Not restored: another report is called ${name}.`,
      gone: 'This saved report no longer exists.',
      missing: (name: string, market: string) =>
        `${name} is for ${market}, but this computer has no Parquet data for it. Another market is shown.`
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
        'A CSV file with a line for each fill: time, side, price, amount, and optionally an order ID and a market. It stays on this computer and is discarded when you quit.',
      imported: (fills: number, name: string) => `${count(fills, 'fill')} imported from ${name}`,
      problems: (lines: number, first: string) => `${count(lines, 'invalid line')} skipped. ${first}`,
      line: (line: number, sentence: string) => `Line ${number(line)}: ${sentence}`,
      summary: (name: string, fills: string, market: string) => `${name} · ${fills}, ${market}`,
      count: (fills: number) => count(fills, 'fill'),
      total: 'Total by amount',
      noSize: 'too thin',
      noLog: 'log deleted',
      noTrades: 'no trades',
      found: 'on the tape',
      through: 'through the book',
      foundThrough: 'on tape, through book',
      notFound: 'not on the tape',
      unknown: 'not recorded'
    },
    statistics: { low: '10%', median: 'Median', high: '90%', value: '' },
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
      none: 'Live throughout'
    },
    figures: {
      median: 'Median',
      range: '10% to 90%',
      lowest: (slot: string) => `Lowest, ${slot}`,
      highest: (slot: string) => `Highest, ${slot}`,
      now: (side: string) => `${side} now`,
      against: (covered: string) => `vs the period, ${covered} recorded`,
      expensive: (percent: string) => `more expensive than ${percent}`,
      ofTime: 'of the time',
      difference: 'VWAP vs TWAP',
      gaps: 'Gaps',
      coverage: 'Coverage',
      covered: (live: string, total: string) => `${live} of ${total}`,
      fills: 'Filled',
      value: 'Value',
      arrival: 'vs arrival',
      vwap: 'vs VWAP',
      sweep: 'Sweep cost',
      markout: (time: string) => `Markout ${time}`
    },
    legend: {
      band: '10% to 90%',
      median: 'Median',
      nowLine: (value: string, unit: string) => `Now ${value} ${unit}`
    },
    partialNote: (covered: string, gaps: number, longest: string, from: string) =>
      `${covered} of the time is covered. ${count(gaps, 'gap')}, the longest ${longest} from ${from} UTC. Rows with a gap are marked partial.`,
    read: (rows: string, time: string) => `${rows} rows read in ${time}`,
    chart: (title: string) => `Chart: ${title}. The table has the same figures.`,
    table: (title: string) => `Table: ${title}`,
    unavailable: { none: 'No report to save' },
    page: {
      market: 'Market',
      connection: 'Connection',
      period: 'Period',
      days: 'Days',
      bucket: 'Bucket',
      size: 'Size',
      file: 'File',
      coverage: 'Coverage',
      made: 'Created',
      version: 'Leadline',
      more: (rows: number) => `${count(rows, 'more row', 'more rows')} in the CSV file.`,
      simulated: 'Simulated market of the local sandbox'
    }
  }
})
