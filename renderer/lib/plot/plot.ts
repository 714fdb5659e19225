export interface Point {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly value: number
}

/** A longer time without a figure is drawn as a gap. */
const maxStep = 3500

/** The line, split where figures are missing. */
export function pieces(points: readonly Point[], step = maxStep): readonly (readonly Point[])[] {
  const out: Point[][] = []
  let last: Point | null = null
  for (const point of points) {
    if (last && point.at - last.at <= step) out.at(-1)!.push(point)
    else out.push([point])
    last = point
  }
  return out
}

/** The round number at or above: 1, 2 or 5 times a power of ten. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  // Division error must not round up to the next step.
  const step = [1, 2, 5, 10].find((each) => each * power >= value * (1 - 1e-9)) ?? 10
  return step * power
}

/** Round numbers within the range, about as many as wanted. */
export function roundTicks(
  { min, max }: { readonly min: number; readonly max: number },
  wanted: number
): readonly number[] {
  const step = roundUp((max - min) / wanted)
  const first = Math.ceil(min / step - 1e-9)
  const count = Math.floor(max / step + 1e-9) - first + 1
  // Above 2^53 steps, the next one is the same number.
  if (!Number.isSafeInteger(first) || count > 2 * wanted) return []
  const places = Math.min(100, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)))
  return Array.from({ length: Math.max(0, count) }, (_none, index) =>
    Number(((first + index) * step).toFixed(places))
  )
}

/** Outliers above this multiple of the usual maximum are cut off. */
const maxOverUsual = 5

/** The top of the axis, a round number: a few outliers must not flatten all other lines. */
export function axisTop(lines: readonly { readonly points: readonly Point[] }[], min: number): number {
  const values = lines
    .flatMap(({ points }) => points.map(({ value }) => value))
    .sort((one, other) => one - other)
  const highest = values.at(-1) ?? 0
  const usual = values[Math.max(0, Math.ceil(values.length * 0.97) - 1)] ?? 0
  return roundUp(Math.max(min, highest > usual * maxOverUsual ? usual * 2 : highest))
}

interface Shape {
  readonly width: number
  readonly height: number
  readonly from: number
  readonly to: number
  readonly top: number
  /** Zero without it. */
  readonly bottom?: number
  /** A longer step is drawn as a gap. */
  readonly maxStep?: number
}

/** Figures over time, split where some are missing; those above the top are marked. */
export function drawLine(
  paint: CanvasRenderingContext2D,
  points: readonly Point[],
  { width, height, from, to, top, bottom = 0, maxStep: step }: Shape,
  ink: string
): void {
  const x = (at: number) => ((at - from) / (to - from)) * width
  const y = (value: number) => height - 1 - ((Math.min(value, top) - bottom) / (top - bottom)) * (height - 2)
  paint.strokeStyle = paint.fillStyle = ink
  paint.lineWidth = 1.25
  paint.lineJoin = 'round'
  for (const piece of pieces(points, step)) {
    const [first] = piece
    for (const { at, value } of piece) if (value > top) paint.fillRect(x(at) - 1.5, 0, 3, 3)
    if (piece.length === 1 && first) {
      paint.fillRect(x(first.at) - 0.75, y(first.value) - 0.75, 1.5, 1.5)
      continue
    }
    paint.beginPath()
    for (const { at, value } of piece) paint.lineTo(x(at), y(value))
    paint.stroke()
  }
}

interface Minute {
  readonly start: number
  readonly highest: number
}

export function byMinute(points: readonly Point[]): readonly Minute[] {
  const minutes = new Map<number, number>()
  for (const { at, value } of points) {
    const start = Math.floor(at / 60_000) * 60_000
    minutes.set(start, Math.max(minutes.get(start) ?? 0, value))
  }
  return [...minutes].map(([start, highest]) => ({ start, highest }))
}

interface MinuteRow {
  readonly start: number
  /** One per line of the plot; null if the line has no figure in that minute. */
  readonly highest: readonly (number | null)[]
}

/** The minutes of several lines side by side. */
export function minuteRows(lines: readonly (readonly Point[])[]): readonly MinuteRow[] {
  const tables = lines.map((points) => new Map(byMinute(points).map((one) => [one.start, one.highest])))
  const starts = [...new Set(tables.flatMap((table) => [...table.keys()]))].sort((one, other) => one - other)
  return starts.map((start) => ({ start, highest: tables.map((table) => table.get(start) ?? null) }))
}

/** The figure nearest to a time, if it is near enough. */
export function nearest(points: readonly Point[], at: number): Point | null {
  let best: Point | null = null
  for (const point of points) {
    if (!best || Math.abs(point.at - at) < Math.abs(best.at - at)) best = point
  }
  return best && Math.abs(best.at - at) <= maxStep ? best : null
}
