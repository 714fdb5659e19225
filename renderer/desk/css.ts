import type { Box } from '#shared/domain/workspace/index'

/** Whole pixels keep lines and canvases sharp. */
const pixel = (share: number) => `round(${+(share * 100).toFixed(4)}%, 1px)`

export interface CssBox {
  readonly left: string
  readonly top: string
  readonly width: string
  readonly height: string
}

export interface Inset {
  readonly top: number
  /** In pixels; null for the whole box. */
  readonly height: number | null
}

/** A separator is the first pixel of the later box. */
export function cssBox(box: Box, inset: Inset = { top: 0, height: null }): CssBox {
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

/** A one-pixel line at the start of a box. */
export function lineBox(box: Box, direction: 'row' | 'column'): CssBox {
  const { left, top, width, height } = cssBox(box)
  return direction === 'row'
    ? { left: pixel(box.left), top, width: '1px', height }
    : { left, top: pixel(box.top), width, height: '1px' }
}
