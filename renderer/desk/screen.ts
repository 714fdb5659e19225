import type { Point } from './drops'

/** The window's content on the screen, as far as the page knows. */
export interface WindowBounds {
  readonly left: number
  readonly top: number
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  /** Screen pixels per CSS pixel. */
  readonly zoom: number
}

export const onScreen = (point: Point, { left, top, zoom }: WindowBounds): Point => ({
  x: left + point.x * zoom,
  y: top + point.y * zoom
})

export const isOutside = ({ x, y }: Point, { width, height }: WindowBounds): boolean =>
  x < 0 || y < 0 || x >= width || y >= height

/** The system's frame is as thick at the sides as at the bottom; the rest is the title bar. */
export function placeOf(page: Window, zoom: number): WindowBounds {
  const { innerWidth: width, innerHeight: height } = page
  const side = Math.max(0, (page.outerWidth - width * zoom) / 2)
  const above = Math.max(0, page.outerHeight - height * zoom - side)
  return { left: page.screenX + side, top: page.screenY + above, width, height, zoom }
}
