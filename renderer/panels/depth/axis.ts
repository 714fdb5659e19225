const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The next larger number of few digits. */
function niceAbove(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = steps.find((step) => step * power >= value) ?? 10
  return factor * power
}

/** Below this part of the axis a picture has become small. */
const small = 0.55
/** Above what is there, so that the next little more does not move the axis. */
const room = 1.08
/** A width may be so much of it before it is made to fit. */
const snug = 0.82

/** The end of an axis that goes up as soon as it must, and down only when much of it is empty. */
export function stableMaximum(before: number | null, wanted: number): number {
  if (before !== null && wanted <= before && wanted >= before * small) return before
  return niceAbove(wanted * room)
}

/** The same for a width, of which no round number is read. */
export function stableWidth(before: number | null, wanted: number): number {
  if (before !== null && wanted <= before && wanted >= before * snug) return before
  return wanted * (1 + (1 - snug) / 3)
}

/** Where the middle of the axis is: it follows the market only once that has gone some way, in parts of the half width. */
export function stableCentre(before: number | null, middle: number, half: number, slack = 0.06): number {
  return before !== null && Math.abs(middle - before) <= half * slack ? before : middle
}

const tickSteps = [1, 2, 2.5, 5, 10]

/** Round numbers between the two, so many at most. */
export function niceTicks(from: number, to: number, max: number): number[] {
  const width = to - from
  if (!(width > 0) || max < 1) return []
  const power = 10 ** Math.floor(Math.log10(width / max))
  const step = (tickSteps.find((one) => width / (one * power) <= max) ?? 10) * power
  const ticks: number[] = []
  for (let index = Math.ceil(from / step); index * step <= to; index += 1) ticks.push(index * step)
  return ticks
}

/** Powers of ten between the two, thinned out to so many at most. */
export function powerTicks(from: number, to: number, max: number): number[] {
  const first = Math.ceil(Math.log10(from) - 1e-9)
  const last = Math.floor(Math.log10(to) + 1e-9)
  const every = Math.max(1, Math.ceil((last - first + 1) / Math.max(1, max)))
  const ticks: number[] = []
  for (let power = first; power <= last; power += every) ticks.push(10 ** power)
  return ticks
}

/** A label of an axis: a round number written without an exponent and without noise. */
export function tickText(value: number, step: number): string {
  if (Math.abs(value) >= 1e21) return String(BigInt(Math.round(value)))
  let places = Math.min(30, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)))
  // A quarter of a power of ten has one digit more.
  const steps = step * 10 ** places
  if (places < 30 && Math.abs(steps - Math.round(steps)) > 1e-6) places += 1
  return value.toFixed(places)
}
