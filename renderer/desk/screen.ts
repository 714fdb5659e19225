import type { Point } from './drops'

/** Where the content of a window is on the screens, as far as its page can know. */
export interface WindowBounds {
  readonly left: number
  readonly top: number
  /** In pixels of the page. */
  readonly width: number
  readonly height: number
  /** Pixels of the screen to one of the page. */
  readonly zoom: number
}

export const onScreen = (point: Point, { left, top, zoom }: WindowBounds): Point => ({
  x: left + point.x * zoom,
  y: top + point.y * zoom
})

export const isOutside = ({ x, y }: Point, { width, height }: WindowBounds): boolean =>
  x < 0 || y < 0 || x >= width || y >= height

/** The frame of the system is as thick at the sides as at the bottom, and all the rest of it is the title bar. */
export function placeOf(page: Window, zoom: number): WindowBounds {
  const { innerWidth: width, innerHeight: height } = page
  const side = Math.max(0, (page.outerWidth - width * zoom) / 2)
  const above = Math.max(0, page.outerHeight - height * zoom - side)
  return { left: page.screenX + side, top: page.screenY + above, width, height, zoom }
}
