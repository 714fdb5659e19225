import type { Box } from '#shared/domain/workspace/index'

/** On whole pixels, so that lines and canvases are sharp however the window is sized. */
const pixel = (share: number) => `round(${+(share * 100).toFixed(4)}%, 1px)`

export interface CssBox {
  readonly left: string
  readonly top: string
  readonly width: string
  readonly height: string
}

export interface Inset {
  readonly top: number
  /** Only as high as this, in pixels; null: all of the box. */
  readonly height: number | null
}

/** A box as CSS; the line between two boxes is the first pixel of the later one. */
export function place(box: Box, inset: Inset = { top: 0, height: null }): CssBox {
  const left = box.left > 0 ? 1 : 0
  const top = (box.top > 0 ? 1 : 0) + inset.top
  return {
    left: `calc(${pixel(box.left)} + ${left}px)`,
    top: `calc(${pixel(box.top)} + ${top}px)`,
    width: `calc(${pixel(box.left + box.width)} - ${pixel(box.left)} - ${left}px)`,
    height:
      inset.height === null
        ? `calc(${pixel(box.top + box.height)} - ${pixel(box.top)} - ${top}px)`
        : `${inset.height}px`
  }
}

/** A line of one pixel where a box begins. */
export function linePlace(box: Box, direction: 'row' | 'column'): CssBox {
  const { left, top, width, height } = place(box)
  return direction === 'row'
    ? { left: pixel(box.left), top, width: '1px', height }
    : { left, top: pixel(box.top), width, height: '1px' }
}
