const cache = new Map<string, number>()
let context: CanvasRenderingContext2D | null = null

/** The width of one digit of the tabular font: points and commas are as wide. */
export function figureWidth(family: string, size: number): number {
  const font = `400 ${size}px ${family}`
  const known = cache.get(font)
  if (known !== undefined) return known
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return size * 0.6
  context.font = font
  const width = context.measureText('0').width
  // Until the fonts have loaded, widths are those of a fallback font.
  if (document.fonts.status === 'loaded') cache.set(font, width)
  return width
}

/** Aligned to device pixels, so that a line of one pixel is one pixel. */
export const sharp = (at: number, ratio: number) => (Math.round(at * ratio) + 0.5) / ratio
