import type { LegendFigure } from './legend'

/** A figure and a letter of a word at most, and what lies between name, figure and the next name, in pixels. */
const figureWide = 6.7
const letterWide = 7.2
const between = 14

interface Fitted {
  readonly withTime: boolean
  readonly figures: readonly LegendFigure[]
}

const extremes = ['O', 'H', 'L'] as const
const isExtreme = ({ name }: LegendFigure) => extremes.some((each) => each === name)

/**
 * What of a legend has room, whole: first the time goes, then open, high and low, then the volume, then since when a study
 * counts and what it comes to. The close and the names of the studies always stay.
 * @param digits how many places a figure takes
 */
export function fitted(
  figures: readonly LegendFigure[],
  room: number,
  time: string,
  digits: (figure: LegendFigure) => number
): Fitted {
  const wide = ({ withTime, figures: some }: Fitted) =>
    some.reduce(
      (sum, each) =>
        sum + between + each.name.length * letterWide + (each.text === '' ? 0 : digits(each) * figureWide),
      withTime ? between + time.length * figureWide : 0
    )
  const close = figures.filter((each) => !isExtreme(each))
  const bare = close.filter(({ name }) => name !== 'Vol')
  const short = bare.map((each) => ({ ...each, name: each.name.split(' ')[0]! }))
  const named = short.map((each) => (each.name === 'C' ? each : { ...each, text: '' }))
  const ways = [figures, close, bare, short].map((some) => ({ withTime: false, figures: some }))
  const all = [{ withTime: true, figures }, ...ways]
  return all.find((way) => wide(way) <= room) ?? { withTime: false, figures: named }
}
