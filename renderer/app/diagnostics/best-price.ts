import type { Attachment } from 'svelte/attachments'
import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import type { MarketView, Side } from '../../lib/markets'

/** All digits, or a dash if that side is empty or unknown. */
function bestShown(view: Pick<MarketView, 'book'>, side: Side, numbers: NumberFormat): string {
  const price = view.book?.priceText(side, 0) ?? null
  return price === null ? noNumber : formatDecimal(price, numbers)
}

interface Look {
  readonly numbers: NumberFormat
  /** Reserved characters; longer prices are shown in the tooltip. */
  readonly room: number
  readonly onlength: (length: number) => void
}

/**
 * Draws the best price directly into a cell, bypassing Svelte, because prices in many rows change many times a
 * second.
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
