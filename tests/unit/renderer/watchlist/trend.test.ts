import { expect, it } from 'vitest'
import { candleWidth, type CandlesNews } from '#shared/contract/market/market-news'
import { trendBox, trendPath } from '#renderer/panels/watchlist/trend'
import { ChartCandles } from '#renderer/lib/markets/index'

const step = 300

/** By slot. */
function candles(
  closes: Record<number, number>,
  watched: readonly (readonly [number, number])[]
): ChartCandles {
  const chart = new ChartCandles(60, '5m')
  const values = Object.entries(closes).flatMap(([slot, close]) => {
    const cells = new Array<number>(candleWidth).fill(0)
    cells[0] = Number(slot) * step
    cells.splice(1, 4, close, close, close, close)
    return cells
  })
  const news: CandlesNews = {
    interval: '5m',
    priceScale: 0,
    amountScale: 0,
    fresh: true,
    values: Float64Array.from(values),
    exact: null,
    watched: Float64Array.from(watched.flatMap(([from, to]) => [from * step * 1000, to * step * 1000])),
    steps: null
  }
  chart.apply(news)
  return chart
}
const points = (path: string) =>
  path
    .split(/(?=[ML])/)
    .filter(Boolean)
    .map((part) => {
      const [x = '', y = ''] = part.slice(1).split(' ')
      return { move: part[0] === 'M', x: Number(x), y: Number(y) }
    })
const end = (slot: number) => (slot + 0.5) * step * 1000

it('draws closes from left to right', () => {
  const drawn = points(trendPath(candles({ 6: 10, 7: 30, 8: 20, 9: 10 }, [[6, Infinity]]), end(9), 4))
  expect(drawn.map(({ move }) => move)).toEqual([true, false, false, false])
  expect(drawn.at(-1)!.x).toBe(trendBox.width)
  expect(drawn[0]!.x).toBe(0)
  const [first, high, middle, last] = drawn.map(({ y }) => y)
  expect(high).toBeLessThan(middle!)
  expect(middle).toBeLessThan(first!)
  expect(first).toBe(last)
})

it('continues without trades and breaks without recording', () => {
  const watched = [[1, Infinity]] as const
  const quiet = points(trendPath(candles({ 1: 5, 4: 6 }, watched), end(4), 4))
  expect(quiet.map(({ move }) => move)).toEqual([true, false, false, false])
  expect(quiet[1]!.y).toBe(quiet[0]!.y)
  expect(quiet[2]!.y).toBe(quiet[0]!.y)
  const unseen = points(
    trendPath(
      candles({ 0: 4, 1: 5, 4: 6, 5: 7 }, [
        [0, 2],
        [4, Infinity]
      ]),
      end(5),
      6
    )
  )
  expect(unseen.filter(({ move }) => move)).toHaveLength(2)
  expect(unseen.map(({ x }) => x)).toEqual([0, 20, 80, 100])
})

it('centers a flat market, and needs two prices', () => {
  const flat = points(trendPath(candles({ 4: 5, 5: 5 }, [[4, Infinity]]), end(5), 6))
  expect(flat.map(({ y }) => y)).toEqual([trendBox.height / 2, trendBox.height / 2])
  expect(trendPath(candles({ 5: 5 }, [[5, Infinity]]), end(5), 6)).toBe('')
  expect(trendPath(candles({}, []), end(5))).toBe('')
})

it('starts with the previous price', () => {
  const drawn = points(trendPath(candles({ 1: 5, 6: 7 }, [[1, Infinity]]), end(6), 4))
  expect(drawn.map(({ x }) => x)).toHaveLength(4)
  expect(drawn.slice(0, 3).every(({ y }) => y === drawn[0]!.y)).toBe(true)
})
