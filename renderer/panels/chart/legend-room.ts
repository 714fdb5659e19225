import type { LegendFigure } from './legend'

/** The width of a digit, and the gap between figures, in pixels. */
const figureWide = 6.7
const letterWide = 7.2
const between = 14

interface Fitted {
  readonly withTime: boolean
  readonly figures: readonly LegendFigure[]
}

const extremes = ['O', 'H', 'L'] as const
const isExtreme = ({ name }: LegendFigure) => extremes.some((each) => each === name)

/** The legend items that fit: the time is dropped first, then open, high and low, then volume, then studies, then the price. */
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
  const lastPrice = named.filter(({ name }) => name === 'C')
  const ways = [figures, close, bare, short, named, lastPrice].map((some) => ({
    withTime: false,
    figures: some
  }))
  const all = [{ withTime: true, figures }, ...ways]
  return all.find((way) => wide(way) <= room) ?? { withTime: false, figures: [] }
}
