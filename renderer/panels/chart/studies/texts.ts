import { studyText } from '../../../messages/panels/studies'
import { divideDecimals, formatDecimal as plain, type Decimal } from '#shared/domain/base/decimal'
import { formatDecimal, noNumber, type NumberFormat } from '../../../lib/format/number'
import { formatAsOf, type ClockKind } from '../../../lib/format/time'
import type { PaneLabel } from '../label-layer'
import type { LegendFigure } from '../legend'
import type { ChartModel } from '../model'
import { profileFigures, profileValues } from '../profile/shown-profile'
import { bandAt } from './anchored'
import type { PeriodStudy } from './slot-studies'

const periodStudies = ['ema', 'atr', 'rsi'] as const satisfies readonly PeriodStudy[]
export const bandSteps = [1, -1, 2, -2] as const

interface Format {
  readonly numbers: NumberFormat
  readonly clock: ClockKind
  /** Milliseconds since the epoch. */
  readonly now: number
}

const one: Decimal = { units: 1n, scale: 0 }
const rounded = (value: Decimal, digits: number) =>
  value.scale <= digits ? value : divideDecimals(value, one, digits)

/** Two digits finer than the prices. */
export const digitsOf = ({ prices }: ChartModel) => prices.scale + 2

const shown = (value: Decimal, numbers: NumberFormat) => formatDecimal(plain(value), numbers)

function valueText(model: ChartModel, name: PeriodStudy, index: number, numbers: NumberFormat): string {
  const study = model.slotStudies.value(name, index)
  if (!study) return noNumber
  if (study.value) return shown(rounded(study.value, digitsOf(model)), numbers)
  return studyText.count(study.count, study.needed)
}

/** The studies that are on, always in the same order. */
export function studyFigures(model: ChartModel, index: number, format: Format): LegendFigure[] {
  const { slotStudies } = model
  const figures = periodStudies
    .filter((name) => slotStudies.isShown(name))
    .map((name): LegendFigure => ({
      name: studyText[name](slotStudies.period(name)),
      title: studyText.hints[name],
      text: valueText(model, name, index, format.numbers),
      tone: name === 'ema' ? 'average' : 'plain',
      rank: name === 'ema' ? 1 : 2
    }))
  return [
    ...figures,
    ...anchoredFigures(model, index, format),
    ...profileFigures(model.profile, format.numbers)
  ]
}

function anchoredFigures(
  model: ChartModel,
  index: number,
  { numbers, clock, now }: Format
): readonly LegendFigure[] {
  const { anchor } = model.slotStudies
  if (anchor === null) return []
  const sums = model.slotStudies.sums(index)
  const bands = model.slotStudies.bands(index, digitsOf(model))
  const isLate = sums !== null && sums.from > anchor
  const { anchored, anchoredLate, anchoredPartial, deviation } = studyText.hints
  return [
    {
      name: sums ? studyText.anchoredFrom(formatAsOf(sums.from * 1000, now, clock)) : studyText.anchored,
      title: isLate ? anchoredLate : sums?.isPartial ? anchoredPartial : anchored,
      text: bands ? shown(bands.vwap, numbers) : noNumber,
      tone: 'anchored',
      rank: 1
    },
    {
      name: studyText.deviation,
      title: deviation,
      text: bands ? shown(bands.deviation, numbers) : noNumber,
      tone: 'plain',
      rank: 2
    }
  ]
}

/** Of a pane of its own. */
export function studyLabel(
  model: ChartModel,
  name: PeriodStudy,
  { index, colour, dim }: { readonly index: number; readonly colour: string; readonly dim: string }
): PaneLabel {
  const value = valueText(model, name, index, model.prices.numbers)
  const isKnown = Boolean(model.slotStudies.value(name, index)?.value)
  return { words: studyText[name](model.slotStudies.period(name)), value, colour: isKnown ? colour : dim }
}

/** The columns of the table, without those of studies that are off. */
export function studyColumns(model: ChartModel): readonly string[] {
  const { slotStudies } = model
  return [
    ...periodStudies
      .filter((name) => slotStudies.isShown(name))
      .map((name) => studyText[name](slotStudies.period(name))),
    ...(slotStudies.anchor === null
      ? []
      : [
          studyText.anchored,
          ...bandSteps.map((steps) => studyText.table.band(steps > 0 ? `+${steps}` : `−${-steps}`))
        ]),
    ...model.levels.map(({ name }) => studyText.table.session(studyText.level[name])),
    ...(model.profile?.binned ? Object.values(studyText.profile.names) : [])
  ]
}

/** Exact, in the order of the columns. Levels and the profile are those of now. */
export function studyCells(model: ChartModel, index: number): readonly string[] {
  const { slotStudies, slots } = model
  const digits = digitsOf(model)
  const values = periodStudies
    .filter((name) => slotStudies.isShown(name))
    .map((name) => slotStudies.value(name, index)?.value ?? null)
  const bands = slotStudies.bands(index, digits)
  const lines =
    slotStudies.anchor === null ? [] : [0, ...bandSteps].map((steps) => bands && bandAt(bands, steps))
  const levels = model.levels.map(({ price }) => (index === slots.lastCandle ? price : null))
  const bins = model.profile?.binned
  const profile = bins ? Object.values(profileValues(bins)) : []
  return [
    ...[...values, ...lines, ...levels].map((value) => (value ? plain(rounded(value, digits)) : '')),
    ...profile.map((text) => (index === slots.lastCandle ? text : ''))
  ]
}
