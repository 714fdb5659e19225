/** The width of a body in device pixels, as the library draws it. */
export function candleWidth(spacing: number, pixelRatio: number): number {
  const width = roughWidth(spacing, pixelRatio)
  const wick = Math.floor(pixelRatio)
  // Wicks are in the middle.
  return width >= 2 && width % 2 !== wick % 2 ? width - 1 : width
}

function roughWidth(spacing: number, pixelRatio: number): number {
  if (spacing >= 2.5 && spacing <= 4) return Math.floor(3 * pixelRatio)
  const share = 1 - (0.2 * Math.atan(Math.max(4, spacing) - 4)) / (Math.PI / 2)
  const width = Math.min(Math.floor(spacing * share * pixelRatio), Math.floor(spacing * pixelRatio))
  return Math.max(Math.floor(pixelRatio), width)
}
