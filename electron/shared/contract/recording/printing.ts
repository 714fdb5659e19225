import * as v from 'valibot'
import { call } from '../base/call'

/** Texts are shown as they are, so a page has the figures of the window. */
const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
const list = <Schema extends v.GenericSchema>(schema: Schema, max: number) =>
  v.pipe(v.array(schema), v.maxLength(max))
const figure = v.pipe(v.number(), v.finite())
const figures = list(v.nullable(figure), 400)

const chartInks = ['text', 'accent', 'compare', 'warning', 'bad'] as const
const chartSeries = v.object({
  name: text(80),
  ink: v.picklist(chartInks),
  /** One for each slot; null where nothing is known. */
  values: figures
})

/** Slots of equal width from left to right. */
const reportChart = v.object({
  /** Of the axis at the left. */
  unit: text(20),
  /** The first and the last figure of that axis, and those that are labelled. */
  from: figure,
  to: figure,
  ticks: list(v.object({ value: figure, label: text(30) }), 12),
  slots: list(v.object({ label: text(40), partial: v.boolean() }), 400),
  /** How many slots there are from one label to the next. */
  labelEvery: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(400)),
  band: v.nullable(v.object({ name: text(80), low: figures, high: figures })),
  lines: list(chartSeries, 4),
  /** Stacked. */
  bars: list(chartSeries, 4),
  /** A horizontal line. */
  now: v.nullable(v.object({ value: figure, label: text(120) }))
})

export const reportPage = v.object({
  title: text(120),
  about: text(300),
  facts: list(v.object({ label: text(40), value: text(200) }), 12),
  figures: list(v.object({ label: text(60), value: text(60), unit: text(60) }), 10),
  chart: v.nullable(reportChart),
  columns: list(v.object({ title: text(40), right: v.boolean() }), 16),
  rows: list(v.object({ cells: list(text(80), 16), kind: v.picklist(['plain', 'partial', 'total']) }), 80),
  notes: list(text(400), 8)
})
export type ReportPage = v.InferOutput<typeof reportPage>
export type ReportChart = v.InferOutput<typeof reportChart>

const maxUpright = 9
/** Printed in landscape. */
export const isWidePage = ({ columns }: { readonly columns: readonly unknown[] }): boolean =>
  columns.length > maxUpright

export const printingCalls = {
  /** One page. `name` is the suggested file name; null if the user cancels. */
  savePdf: call(
    v.object({
      page: reportPage,
      name: v.pipe(v.string(), v.maxLength(120), v.regex(/^[\w .()-]+\.pdf$/))
    })
  ).returns<{ readonly path: string } | null>()
}
