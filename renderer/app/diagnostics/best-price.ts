import type { Attachment } from 'svelte/attachments'
import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import type { MarketView, Side } from '../../lib/markets'

/** Every digit that the service sent, or a dash where that side of the book is empty or unknown. */
function bestShown(view: Pick<MarketView, 'book'>, side: Side, numbers: NumberFormat): string {
  const price = view.book?.priceText(side, 0) ?? null
  return price === null ? noNumber : formatDecimal(price, numbers)
}

interface Look {
  readonly numbers: NumberFormat
  /** So many characters have room; a longer price can be read in the cell's tip. */
  readonly room: number
  readonly onlength: (length: number) => void
}

/**
 * Draws the best price of a side into a cell, in the animation frame that brings it. Prices change many times a second
 * in many rows, so they go past Svelte straight into the page.
 */
export function bestPrice(view: MarketView, side: Side, { numbers, room, onlength }: Look): Attachment {
  return (cell) => {
    let drawn: string | null = null
    const draw = () => {
      const text = bestShown(view, side, numbers)
      if (text === drawn) return
      drawn = text
      cell.textContent = text
      if (text.length > room) cell.setAttribute('title', text)
      else cell.removeAttribute('title')
      onlength(text.length)
    }
    draw()
    return view.onPaint(draw)
  }
}
