import type { AnalysisReport } from '#shared/contract/recording/analysis'
import { formatShortDuration } from '../../lib/format/duration'
import type { NumberFormat } from '../../lib/format/number'
import { formatDayMoment } from '../../lib/format/time'
import { analysisText } from '../../messages/analysis'
import type { Column } from '../../ui/columns'
import { plainNote, type ReportModel } from './report'

const { columns: titles, gaps: text, measures } = analysisText

const column = (name: string, title: string, min: number): Column => ({ name, title, min, share: 1 })

/** When the market was not live. */
export const gapsModel = ({ series }: AnalysisReport, numbers: NumberFormat): ReportModel => ({
  id: 'coverage',
  title: text.title,
  about: '',
  figures: [],
  chart: null,
  columns: [
    column('kind', titles.gapKind, 90),
    column('from', titles.gapFrom, 176),
    column('to', titles.gapTo, 176),
    { ...column('time', titles.gapTime, 90), align: 'right' }
  ],
  worth: ['from', 'time', 'kind', 'to'],
  rows: series.gaps.map(({ kind, from, to }) => ({
    key: `${from}`,
    partial: false,
    slot: null,
    replay: from,
    cells: {
      kind: { text: measures[kind], value: ['stale', 'not-live', 'missing'].indexOf(kind), tone: 'warning' },
      from: { text: formatDayMoment(from, 'utc'), value: from },
      to: { text: formatDayMoment(to, 'utc'), value: to },
      time: { text: formatShortDuration(to - from, numbers), value: to - from }
    }
  })),
  total: null,
  notes: series.moreGaps > 0 ? [plainNote(text.more(series.moreGaps))] : [],
  coverage: ''
})
