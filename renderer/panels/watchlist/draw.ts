import type { Attachment } from 'svelte/attachments'
import type { WatchColumn } from '#shared/contract/market/panels/watchlist'
import type { MarketView } from '../../lib/markets'
import { isLargeChange } from '../../lib/format/change'
import type { RepaintTick } from './repaint-tick'
import { cellText, type Wording } from './figures'
import { trendPath } from './trend'

export interface Drawing extends Wording {
  readonly repaintTick: RepaintTick
  /** Highlight price changes. */
  readonly flash: boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onlength: (column: WatchColumn, length: number) => void
}

const partialMark = '*'

/** The elements of a cell: unchanged and changed digits, and the mark of partial figures. */
function place(cell: Element) {
  const same = document.createTextNode('')
  const changed = document.createElement('span')
  const mark = document.createElement('i')
  cell.replaceChildren(same, changed, mark)
  return { same, changed, mark }
}

function commonStart(one: string, other: string): number {
  // A different length highlights the whole figure.
  if (one.length !== other.length) return 0
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

/** Updates a cell directly, bypassing Svelte, only if its text changed. */
export function figure(view: MarketView, column: WatchColumn, drawing: Drawing): Attachment {
  return (cell) => {
    const { same, changed, mark } = place(cell)
    const fades = drawing.flash && column === 'last'
    let drawn: string | null = null
    let tip = ''
    let partial = false
    let brightened = NaN
    const split = (text: string, at: number) => {
      same.data = text.slice(0, at)
      changed.textContent = text.slice(at)
    }
    // Otherwise in one piece: in two, digits would be drawn a fraction of a pixel beside each other.
    let isBright = false
    const fade = () => {
      isBright = false
      changed.classList.remove('bright')
      split(drawn ?? '', Infinity)
    }
    const draw = () => {
      const now = cellText(view, column, drawing)
      if (now.text !== drawn) {
        if (fades) {
          const price = Number(view.lastDay?.text('last') ?? NaN)
          if (!Number.isFinite(brightened)) brightened = price
          if (view.state === 'live' && moving() && isLargeChange(brightened, price, 'price')) {
            brightened = price
            isBright = true
            changed.classList.add('bright')
            drawing.repaintTick.fade(fade)
          }
        }
        split(now.text, isBright ? commonStart(drawn ?? '', now.text) : Infinity)
        if (column === 'change') cell.setAttribute('data-sign', signOf(now.text))
        drawn = now.text
        drawing.onlength(column, now.text.length)
      }
      if (now.partial !== partial) mark.textContent = now.partial ? partialMark : ''
      partial = now.partial
      if (now.tip !== tip) cell.setAttribute('title', now.tip)
      tip = now.tip
    }
    draw()
    const stop = view.onPaint(() => drawing.repaintTick.mark(draw))
    // An age changes without news.
    const leave = column === 'age' ? drawing.repaintTick.join(draw) : null
    return () => {
      stop()
      leave?.()
    }
  }
}

const moving = () => document.documentElement.dataset['motion'] !== 'reduced'

const signOf = (text: string) => (text.startsWith('+') ? 'up' : text.startsWith('-') ? 'down' : 'none')

/** Draws the sparkline. */
export function trend(
  view: MarketView,
  { repaintTick, now }: Pick<Drawing, 'repaintTick' | 'now'>
): Attachment<SVGPathElement> {
  return (path) => {
    let drawn = ''
    const draw = () => {
      const { candles, lastDay } = view
      const next = candles ? trendPath(candles, lastDay?.news.to ?? now()) : ''
      if (next !== drawn) path.setAttribute('d', next)
      drawn = next
    }
    draw()
    const stop = view.onPaint(() => repaintTick.mark(draw))
    return () => stop()
  }
}
