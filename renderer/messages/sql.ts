import { choose, count, number } from '#shared/messages/language'

export const sqlText = choose({
  en: {
    title: 'SQL',
    about: 'Queries over the Parquet files of the recordings, on this computer',
    source: 'Recording',
    notRead: 'The recordings could not be read',
    empty: {
      title: 'Nothing to query yet',
      sentence:
        'Each closed hour of a recording is written as Parquet a few minutes later. Then it can be queried here.',
      desk: 'Queries read what was fetched of the desk’s recordings. Fetch days in Recordings. Their closed hours are then written as Parquet, and can be queried here.',
      recordings: 'Recordings'
    },
    missing: (missing: number, all: number) =>
      `Queries read what is on this computer: ${missing} of ${count(all, 'day')} of the desk ${missing === 1 ? 'is' : 'are'} not completely here. Fetch in Recordings the days that a query needs.`,
    editor: 'SQL',
    placeholder: 'SELECT … FROM trades',
    run: 'Run',
    runTip: 'Run the query (Ctrl+Enter)',
    cancel: 'Cancel',
    cancelTip: 'Cancel the query (Escape)',
    saveAs: 'Save…',
    running: (seconds: number) => `Running · ${number(seconds)} s`,
    cancelled: 'Cancelled',
    rows: (rows: string, milliseconds: string) => `${rows} in ${milliseconds}`,
    rowCount: (rows: number) => count(rows, 'row'),
    cut: {
      rows: (max: number) =>
        `Only the first ${number(max)} rows are shown. Narrow the query, or aggregate its rows.`,
      size: (megabytes: number) =>
        `Only the first ${number(megabytes)} MB are shown. Narrow the query, or select fewer columns.`
    },
    failed: 'The query failed',
    idle: {
      title: 'No result yet',
      sentence:
        'Write a query and run it, or choose an example. Queries are read-only and see only these tables.'
    },
    result: {
      label: 'Result',
      as: 'Show the result as',
      table: 'Table',
      chart: 'Chart',
      csv: 'Save CSV…',
      saved: (path: string) => `Result saved to ${path}`,
      none: 'The query returned no rows.',
      copyValue: 'Copy value',
      copyRow: 'Copy row',
      copied: 'Copied',
      nothing: 'Run a query first',
      missing: 'NULL'
    },
    chart: {
      x: 'X axis',
      y: 'Y axis',
      row: 'Row number',
      noColumns: 'A chart needs a numeric column.',
      noPoints: 'These columns have no numbers to plot.',
      label: (y: string, x: string) => `${y} by ${x}`
    },
    side: {
      label: 'Tables and queries',
      tables: 'Tables',
      queries: 'Saved queries',
      examples: 'Examples',
      noQueries: 'None yet. Use Save… to keep the query in the editor.',
      files: (days: string, size: string) => `${days} · ${size}`,
      noFiles: 'No data yet',
      insert: (name: string) => `Insert ${name}`,
      use: (name: string) => `Open ${name}`,
      actions: (name: string) => `Actions for ${name}`,
      rename: 'Rename…',
      remove: 'Delete…'
    },
    name: {
      save: 'Save query',
      rename: 'Rename query',
      field: 'Name',
      saveAction: 'Save',
      renameAction: 'Rename',
      replaces: 'Replaces the saved query with this name.',
      saved: (name: string) => `Saved as ${name}`
    },
    remove: {
      title: 'Delete saved query?',
      sentence: (name: string) => `“${name}” will be deleted.`,
      action: 'Delete'
    },
    examples: [
      {
        title: 'One-minute candles',
        sql: `SELECT market,
  make_timestamp_ns(time_ns // 60_000_000_000 * 60_000_000_000) AS minute,
  arg_min(price, seq) AS open, max(price) AS high, min(price) AS low, arg_max(price, seq) AS close,
  sum(amount) AS volume
FROM trades
GROUP BY ALL
ORDER BY ALL`
      },
      {
        title: 'VWAP and value per hour',
        sql: `SELECT market, date_trunc('hour', make_timestamp_ns(time_ns)) AS hour,
  sum(price::DOUBLE * amount::DOUBLE) / sum(amount::DOUBLE) AS vwap,
  sum(price::DOUBLE * amount::DOUBLE) AS value, count(*) AS trades
FROM trades
GROUP BY ALL
ORDER BY ALL`
      },
      {
        title: 'Trades with the quote before each',
        sql: `SELECT trades.market, trades.seq, trades.price, trades.side, quotes.bid, quotes.ask
FROM trades
ASOF JOIN quotes ON trades.market = quotes.market AND trades.seq > quotes.seq
ORDER BY trades.seq`
      },
      {
        title: 'Spread per minute',
        sql: `SELECT market,
  make_timestamp_ns(received_ns // 60_000_000_000 * 60_000_000_000) AS minute,
  avg((ask - bid)::DOUBLE) AS spread
FROM quotes
GROUP BY ALL
ORDER BY ALL`
      },
      {
        title: 'Depth and cost per hour',
        sql: `SELECT market, date_trunc('hour', make_timestamp_ns(received_ns)) AS hour,
  avg(bid_10bp) AS bid_10bp, avg(ask_10bp) AS ask_10bp,
  median(buy_10k_bp) AS buy_10k_bp, count(*) AS seconds
FROM depth_1s
GROUP BY ALL
ORDER BY ALL`
      },
      {
        title: 'Seconds in each state',
        sql: `SELECT market, state, sum(until - received_ns) / 1e9 AS seconds
FROM (
  SELECT *, lead(received_ns) OVER (PARTITION BY market ORDER BY seq, received_ns) AS until
  FROM states
)
GROUP BY ALL
ORDER BY ALL`
      }
    ]
  }
})
