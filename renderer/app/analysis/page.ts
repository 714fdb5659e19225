import type { Settings } from '#shared/contract/app/settings'
import { isWidePage, type ReportPage } from '#shared/contract/recording/printing'
import { formatDateTime } from '../../lib/format/time'
import { analysisText } from '../../messages/analysis'
import type { Choice } from './choice.svelte'
import type { ReportModel, ReportRow } from './report'
import { dayOf, periodText } from './time'

const text = analysisText.page
/** Rows that fit on one page, by whether it has a chart. */
const maxRows = { chart: 48, table: 66, wide: 38 } as const
const maxColumns = 16

interface PageParts {
  readonly choice: Choice
  readonly settings: Settings
  readonly about: { readonly version: string }
  readonly now: number
}

/** One page with the figures that the view shows. */
export function pageOf(model: ReportModel, { choice, about, now }: PageParts): ReportPage {
  const columns = model.columns.slice(0, maxColumns)
  const room = isWidePage({ columns }) ? maxRows.wide : model.chart ? maxRows.chart : maxRows.table
  const shown = model.rows.slice(0, room - (model.total ? 1 : 0))
  const left = model.rows.length - shown.length
  const cellsOf = ({ cells }: ReportRow) => columns.map(({ name }) => clipped(cells[name]?.text ?? '', 80))
  return {
    title: clipped(model.title, 120),
    about: clipped(model.about, 300),
    facts: factsOf(model, choice, about.version, now).map(({ label, value }) => ({
      label,
      value: clipped(value, 200)
    })),
    figures: model.figures.slice(0, 10).map(({ label, value, unit }) => ({
      label: clipped(label, 60),
      value: clipped(value, 60),
      unit: clipped(unit, 60)
    })),
    chart: model.chart,
    columns: columns.map(({ title, align }) => ({ title: clipped(title, 40), right: align === 'right' })),
    rows: [
      ...shown.map((row) => ({
        cells: cellsOf(row),
        kind: row.partial ? ('partial' as const) : ('plain' as const)
      })),
      ...(model.total ? [{ cells: cellsOf(model.total), kind: 'total' as const }] : [])
    ],
    notes: [...(left > 0 ? [text.more(left)] : []), ...model.notes.map(({ sentence }) => sentence)]
      .slice(0, 8)
      .map((note) => clipped(note, 400))
  }
}

function factsOf(model: ReportModel, choice: Choice, version: string, now: number) {
  const { connection, market, period, fields, size } = choice
  const choices = analysisText.choices
  const isDays = model.id === 'days'
  const days = choice.wanted('days')
  const compared = days?.id === 'days' ? days.request : null
  const file = model.id === 'fills' ? model.about.split(' · ')[0] : null
  return [
    { label: text.market, value: market ?? '' },
    {
      label: text.connection,
      value: `${connection?.name ?? connection?.id ?? ''}${connection?.environment === 'local' ? ` (${text.simulated})` : ''}`
    },
    ...(file ? [{ label: text.file, value: file }] : []),
    ...(isDays && compared?.against
      ? [{ label: text.period, value: `${dayOf(compared.period)} / ${dayOf(compared.against)} UTC` }]
      : period && model.id !== 'fills'
        ? [{ label: text.period, value: `${periodText(period)} UTC` }]
        : []),
    ...(model.id === 'cost' || (isDays && fields.compared === 'cost')
      ? [{ label: text.size, value: size.named(size.size) }]
      : []),
    ...(model.id === 'fills' ? [] : [{ label: text.bucket, value: choices.buckets[`${fields.bucket}`] }]),
    ...(model.id === 'fills' || isDays ? [] : [{ label: text.days, value: choices.daysOf[fields.days] }]),
    { label: text.coverage, value: model.coverage },
    { label: text.made, value: formatDateTime(now, 'utc') },
    { label: text.version, value: version }
  ]
}

/** A safe file name: "Cost of a size BTCUSD 2026-11-24.pdf". */
export function pdfName(model: ReportModel, { market, period }: Choice): string {
  const day = period ? dayOf(period) : ''
  const name = `${model.title} ${market ?? ''} ${day}`.replaceAll(/[^\w .()-]+/gu, '-')
  return `${name.slice(0, 110).trim()}.pdf`
}

const clipped = (sentence: string, max: number) =>
  sentence.length > max ? `${sentence.slice(0, max - 1)}…` : sentence
