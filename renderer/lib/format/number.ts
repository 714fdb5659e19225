import type { Settings } from '#shared/contract/app/settings'

export type NumberFormat = Settings['numbers']

const marks: Record<NumberFormat, { readonly group: string; readonly decimal: string }> = {
  '1,234.56': { group: ',', decimal: '.' },
  '1.234,56': { group: '.', decimal: ',' },
  // A no-break space as wide as a digit.
  '1 234.56': { group: '\u00a0', decimal: '.' },
  '1 234,56': { group: '\u00a0', decimal: ',' },
  "1'234.56": { group: "'", decimal: '.' },
  '1234.56': { group: '', decimal: '.' }
}

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?$/

/** Shown instead of a missing or unreliable number. */
export const noNumber = '–'

/** A decimal in the user's format, never as a float; `places` adds zeros and never cuts another digit. */
export function formatDecimal(
  text: string,
  format: NumberFormat,
  options: { readonly places?: number; readonly signed?: boolean } = {}
): string {
  const parts = decimal.exec(text.trim())
  if (!parts) return noNumber
  const { group, decimal: mark } = marks[format]
  const whole = parts[2]!.replace(/^0+(?=\d)/, '')
  const fraction = fill(parts[3] ?? '', options.places)
  const zero = /^0*$/.test(whole + fraction)
  const sign = zero ? '' : parts[1] === '-' ? '-' : options.signed ? '+' : ''
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return sign + grouped + (fraction ? mark + fraction : '')
}

function fill(fraction: string, places: number | undefined): string {
  if (places === undefined) return fraction
  const needed = fraction.replace(/0+$/, '')
  return needed.padEnd(places, '0')
}

export const formatCount = (count: number, format: NumberFormat) =>
  Number.isSafeInteger(count) ? formatDecimal(String(count), format) : noNumber

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

export function formatBytes(bytes: number, format: NumberFormat): string {
  if (!Number.isFinite(bytes) || bytes < 0) return noNumber
  let unit = 0
  let size = bytes
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  const text = unit === 0 || size >= 99.95 ? String(Math.round(size)) : size.toFixed(1)
  return `${formatDecimal(text, format)}\u00a0${units[unit]}`
}

/** A measured duration, to one decimal. */
export const formatMilliseconds = (milliseconds: number, format: NumberFormat) =>
  Number.isFinite(milliseconds)
    ? `${formatDecimal(milliseconds < 100 ? milliseconds.toFixed(1) : milliseconds.toFixed(0), format)}\u00a0ms`
    : noNumber
