import { bookText } from '../../messages/panels/book'
import {
  canonical,
  canonicalDecimal,
  formatDecimal as plainDecimal,
  parseDecimal
} from '#shared/domain/base/decimal'
import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import type { BookLevels } from '../../lib/markets'
import { moneyText } from '../../lib/format/money'
import type { LadderView } from './ladder-view'
import { marketUnits } from '#shared/domain/market/symbol'
import { sweepTo } from './sweep'

interface TipLine {
  readonly name: string
  readonly value: string
}

export interface Tip {
  readonly title: string
  readonly side: 'asks' | 'bids' | null
  readonly lines: readonly TipLine[]
  /** The precision of computed figures, or null. */
  readonly note: string | null
}

export const tipSentence = ({ title, lines, note }: Tip): string =>
  [title, ...lines.map(({ name, value }) => `${name} ${value}`), ...(note === null ? [] : [note])].join(', ')

/** `unmerged` are the single levels while the ladder shows steps. */
export function tipOf(view: LadderView, unmerged: { levels: BookLevels; asked: number } | null): Tip | null {
  const row = view.pointedRow()
  if (!row || !view.book) return null
  const { figures, input, step, book } = view
  const { side } = row
  figures.begin(book, input, step)
  const price = figures.plainPrice(row)
  const units = marketUnits(input.market)
  const base = units.base === 'base' ? '' : ` ${units.base}`
  const quote = units.quote === 'quote' ? '' : ` ${units.quote}`
  const title = `${side === 'asks' ? bookText.sides.ask : side === 'bids' ? bookText.sides.bid : bookText.columns.price} ${figures.price(row)}`
  const sweep = sweepOf()
  return {
    title,
    side,
    lines: [
      {
        name: bookText.columns.size,
        value: row.level >= 0 ? figures.wholeSize(row) + base : figures.size(row)
      },
      ...sweepLines(),
      ...tradedLines()
    ],
    note: sweep && (sweep.near ? bookText.tip.steps : bookText.tip.rounded)
  }

  function sweepOf() {
    const to = parseDecimal(price)
    if (!side || !to || !row?.known) return null
    const exact = unmerged && sweepTo(unmerged.levels, side, to, { merged: false, asked: unmerged.asked })
    // Other levels would not match the row's total.
    const total = canonicalDecimal(book!.levels.sumText(side, row.reach) ?? '')
    return exact?.size === total
      ? exact
      : sweepTo(book!.levels, side, to, { merged: step !== null, asked: Infinity })
  }

  function sweepLines(): readonly TipLine[] {
    if (!sweep) return []
    const near = sweep.near ? '≈\u2009' : ''
    const said = (figure: string) => near + formatDecimal(figure, input.numbers)
    return [
      { name: bookText.tip.totalSize, value: formatDecimal(sweep.size, input.numbers) + base },
      { name: bookText.columns.cost, value: near + moneyText(sweep.cost, input.numbers) + quote },
      { name: bookText.tip.average, value: said(sweep.average) },
      {
        name: bookText.tip.slip,
        value: `${said(sweep.slip)} bp · ${formatDecimal(sweep.percent, input.numbers)}%`
      }
    ]
  }

  function tradedLines(): readonly TipLine[] {
    const { traded, tradedMinutes } = input.settings
    if (!traded) return []
    const volume = view.traded.of(book!, row!, step, input.numbers)
    const name = bookText.tip.traded(tradedMinutes)
    if (!volume) return [{ name, value: noNumber }]
    const { bought, sold } = volume.traded
    return [
      { name, value: figureOf(volume.traded.total, input.numbers) + base },
      { name: bookText.columns.bought, value: figureOf(bought, input.numbers) },
      { name: bookText.columns.sold, value: figureOf(sold, input.numbers) }
    ]
  }
}

const figureOf = (figure: Parameters<typeof canonical>[0], numbers: NumberFormat) =>
  formatDecimal(plainDecimal(canonical(figure)), numbers)
