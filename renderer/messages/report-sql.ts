import type { AnalysisKind, AnalysisReport } from '#shared/contract/recording/analysis'

type About = Pick<AnalysisReport, 'kind' | 'market' | 'bucket' | 'byTimeOfDay' | 'series'>

/** A query over the same time of the recordings to begin with. */
export function sqlOf({ kind, market, bucket, byTimeOfDay, series }: About): string {
  const { columns, table } = selections[kind]
  const { from, to } = series.period
  const grouped = table !== 'states'
  const minutes = '60_000_000_000'
  const time = byTimeOfDay
    ? `received_ns // ${minutes} % 1440 // ${bucket} * ${bucket} AS minute_of_day`
    : `make_timestamp_ns(received_ns // (${bucket} * ${minutes}) * ${bucket} * ${minutes}) AS time`
  return [
    `SELECT ${grouped ? time : 'make_timestamp_ns(received_ns) AS time'},`,
    `  ${columns.join(',\n  ')}`,
    `FROM ${table}`,
    `WHERE market = '${market.replaceAll("'", "''")}'`,
    `  AND received_ns >= ${from}000000 AND received_ns < ${to}000000`,
    ...(grouped ? ['GROUP BY ALL'] : []),
    'ORDER BY ALL'
  ].join('\n')
}

interface Selection {
  readonly columns: readonly string[]
  readonly table: 'quotes' | 'depth_1s' | 'trades' | 'states'
}

const medianOf = (column: string) => `median(${column}) AS ${column}`
const costs = ['buy', 'sell'].flatMap((side) => ['10k', '100k', '1m'].map((size) => `${side}_${size}_bp`))

const selections: Readonly<Record<AnalysisKind, Selection>> = {
  spread: { columns: ['median(ask - bid) AS spread', 'count(*) AS changes'], table: 'quotes' },
  depth: {
    columns: [...['bid_10bp', 'ask_10bp', 'bid_50bp', 'ask_50bp'].map(medianOf), 'count(*) AS seconds'],
    table: 'depth_1s'
  },
  cost: { columns: [...costs.map(medianOf), 'count(*) AS seconds'], table: 'depth_1s' },
  average: {
    columns: [
      'sum(price::DOUBLE * amount::DOUBLE) / sum(amount::DOUBLE) AS vwap',
      'sum(amount) AS volume',
      'count(*) AS trades'
    ],
    table: 'trades'
  },
  coverage: { columns: ['state', 'reason', 'dropped'], table: 'states' }
}
