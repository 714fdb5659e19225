import type { Draw } from './draw'

const choices: Readonly<Record<string, readonly string[]>> = {
  desk: ['treasury', 'otc', 'market-making', 'custody'],
  purpose: ['payroll', 'settlement', 'collateral', 'refund', 'top-up'],
  region: ['emea', 'apac', 'americas'],
  invoice: ['2024-0001', '2025-0417', '2026-1093'],
  channel: ['api', 'console', 'import'],
  note: ['first deposit', 'façade – überprüft ✓', 'see ticket', 'ne pas réutiliser', 'x'.repeat(100)],
  [`reference-${'k'.repeat(90)}`]: ['the longest key that the service allows']
}
const keys = Object.keys(choices)

/** Some have none; at most six pairs of up to 100 characters. */
export function metadataFor(draw: Draw): Readonly<Record<string, string>> | null {
  if (draw.chance(45)) return null
  const wanted = draw.between(1, 6)
  const start = draw.below(keys.length)
  const chosen = Array.from({ length: wanted }, (_, index) => keys[(start + index) % keys.length]!)
  return Object.fromEntries(chosen.map((key) => [key, draw.pick(choices[key]!)]))
}
