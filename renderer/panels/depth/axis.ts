const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The next larger round number. */
function niceAbove(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = steps.find((step) => step * power >= value) ?? 10
  return factor * power
}

/** Below this share of the axis it is scaled down. */
const small = 0.55
/** Headroom, so that small increases do not move the axis. */
const room = 1.08
/** The maximum share before a width is refitted. */
const snug = 0.82

/** Grows when needed and shrinks only when mostly empty. */
export function stableMaximum(before: number | null, wanted: number): number {
  if (before !== null && wanted <= before && wanted >= before * small) return before
  return niceAbove(wanted * room)
}

/** Of the widths that an axis can have, each to the one before. */
const widthStep = 1.06

/** For widths, which need not be round. */
export function stableWidth(before: number | null, wanted: number): number {
  if (before !== null && wanted <= before && wanted >= before * snug) return before
  return Math.max(wanted, widthStep ** Math.ceil(Math.log(wanted) / Math.log(widthStep)))
}

/** Follows the market only after it moved by `slack` of the half width. */
export function stableCentre(before: number | null, middle: number, half: number, slack = 0.06): number {
  if (before !== null && Math.abs(middle - before) <= half * slack) return before
  const step = half * slack
  return Math.round(middle / step) * step
}

const tickSteps = [1, 2, 2.5, 5, 10]

/** At most `max` round numbers. */
export function niceTicks(from: number, to: number, max: number): number[] {
  const width = to - from
  if (!(width > 0) || max < 1) return []
  const power = 10 ** Math.floor(Math.log10(width / max))
  const step = (tickSteps.find((one) => width / (one * power) <= max) ?? 10) * power
  const ticks: number[] = []
  for (let index = Math.ceil(from / step); index * step <= to; index += 1) ticks.push(index * step)
  return ticks
}

const maxPlaces = 30

/** From one label to the next; a single one gets the decimals that it needs. */
export function stepOf([first = 1, second]: readonly number[]): number {
  if (second !== undefined) return second - first
  let places = 0
  while (places < maxPlaces && Math.abs(first - Number(first.toFixed(places))) > Math.abs(first) * 1e-12)
    places += 1
  return 10 ** -places
}

/** At most `max` powers of ten. */
export function powerTicks(from: number, to: number, max: number): number[] {
  const first = Math.ceil(Math.log10(from) - 1e-9)
  const last = Math.floor(Math.log10(to) + 1e-9)
  const every = Math.max(1, Math.ceil((last - first + 1) / Math.max(1, max)))
  const ticks: number[] = []
  for (let power = first; power <= last; power += every) ticks.push(10 ** power)
  return ticks
}

/** Without exponent and rounding noise. */
export function tickText(value: number, step: number): string {
  if (Math.abs(value) >= 1e21) return String(BigInt(Math.round(value)))
  let places = Math.min(maxPlaces, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)))
  // A quarter of a power of ten needs one more digit.
  const steps = step * 10 ** places
  if (places < maxPlaces && Math.abs(steps - Math.round(steps)) > 1e-6) places += 1
  return value.toFixed(places)
}
