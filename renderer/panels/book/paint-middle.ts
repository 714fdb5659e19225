import { bookText } from '../../messages/panels/book'
import { figureWidth, type Look } from '../../lib/canvas'
import type { Side } from '../../lib/markets'
import { middleHeight } from './ladder'
import type { MiddleWords, Move } from './middle'

export interface InnerLevel {
  readonly side: Side
  readonly price: string
  readonly size: string
}

export interface MiddleStyle {
  readonly price: string
  readonly move: Move
  readonly words: MiddleWords | null
  /** For example "Stale". */
  readonly state: string | null
  /** New best prices between the pinned rows. */
  readonly inner: readonly InnerLevel[]
  /** The changed digits of the price. */
  readonly flash: { readonly from: number; readonly to: number; readonly strength: number } | null
}

export const middleSignature = (style: MiddleStyle) => JSON.stringify(style)

const edge = 8
const large = 15
const small = 11
const baseline = 19

export function paintMiddle(
  context: CanvasRenderingContext2D,
  look: Look,
  style: MiddleStyle,
  { top, left, width }: { readonly top: number; readonly left: number; readonly width: number }
): void {
  context.fillStyle = look.panel
  context.fillRect(left, top, width, middleHeight)
  context.fillStyle = look.line
  context.fillRect(left, top, width, 1)
  context.fillRect(left, top + middleHeight - 1, width, 1)
  const from = paintPrice(context, look, style, { top, left, width })
  const span = { top, from, end: left + width - edge }
  context.font = `400 ${small}px ${look.figures}`
  if (style.inner.length > 0 && style.state === null) paintInner(context, look, style.inner, span)
  else paintWords(context, look, style, span)
}

function paintPrice(
  context: CanvasRenderingContext2D,
  look: Look,
  { price, move, flash }: MiddleStyle,
  { top, left, width }: { readonly top: number; readonly left: number; readonly width: number }
): number {
  // A long price is drawn smaller.
  let type = large
  while (type > small && price.length * figureWidth(look.figures, type) > width * 0.45) type -= 1
  const character = figureWidth(look.figures, type)
  context.font = `400 ${type}px ${look.figures}`
  context.textAlign = 'left'
  context.fillStyle = move === 'up' ? look.bid : move === 'down' ? look.ask : look.text
  const start = left + edge
  context.fillText(price, start, top + baseline)
  if (flash) {
    const ink = context.fillStyle
    context.globalAlpha = flash.strength
    context.fillStyle = look.text
    context.fillText(price.slice(flash.from, flash.to), start + flash.from * character, top + baseline)
    context.globalAlpha = 1
    context.fillStyle = ink
  }
  const end = start + price.length * character
  if (move === null) return end + 8
  const x = end + 4
  const [tip, base] = move === 'up' ? [top + 10, top + 17] : [top + 18, top + 11]
  context.beginPath()
  context.moveTo(x, base)
  context.lineTo(x + 7, base)
  context.lineTo(x + 3.5, tip)
  context.closePath()
  context.fill()
  return x + 7 + 7
}

interface Span {
  readonly top: number
  readonly from: number
  readonly end: number
}

/** As many as fit, most important first. */
function paintWords(
  context: CanvasRenderingContext2D,
  look: Look,
  { words, state }: MiddleStyle,
  { top, from, end: last }: Span
): void {
  const character = figureWidth(look.figures, small)
  const y = top + baseline - 1
  let end = last
  context.textAlign = 'right'
  if (state !== null) {
    context.fillStyle = look.warning
    if (end - from >= state.length * character) {
      context.fillText(state, end, y)
      end -= state.length * character + 10
    }
  }
  if (!words) return
  const spread = words.basisPoints ? `${words.spread} · ${words.basisPoints}` : words.spread
  const shown = spread.length * character <= end - from ? spread : words.spread
  const room = end - from - shown.length * character
  if (room < 0) return
  const lean = words.imbalance
  if (lean !== '' && state === null && room >= (lean.length + 5.5) * character) {
    context.fillStyle = words.lean === 'up' ? look.bid : words.lean === 'down' ? look.ask : look.dim
    context.fillText(lean, end, y)
    context.fillStyle = look.dim
    context.fillText(bookText.middle.imbalance, end - (lean.length + 1) * character, y)
  }
  context.textAlign = 'left'
  context.fillStyle = words.crossed ? look.warning : look.dim
  context.fillText(shown, from, y)
}

/** Prices without a pinned row: asks in the upper half, bids in the lower half. */
function paintInner(
  context: CanvasRenderingContext2D,
  look: Look,
  inner: readonly InnerLevel[],
  { top, from, end }: Span
): void {
  const character = figureWidth(look.figures, small)
  context.textAlign = 'right'
  for (const { side, price, size } of inner) {
    const y = top + (side === 'asks' ? 12 : 24)
    const whole = `${price}  ${size}`
    context.fillStyle = side === 'asks' ? look.ask : look.bid
    context.fillText(whole.length * character <= end - from ? whole : price, end, y)
  }
}
