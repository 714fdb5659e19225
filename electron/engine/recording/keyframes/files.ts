import { rm, stat } from 'node:fs/promises'

const ending = '.tsv.gz'

const derivedEndings = ['.keyframes', '.trades.gz', '.candles.gz', '.heat.gz'] as const
const [keyframes, trades, candles, heat] = derivedEndings

/** The files derived from a segment are beside it. */
const fileOf = (segment: string, derived: string): string => segment.slice(0, -ending.length) + derived
export const keyframesOf = (segment: string): string => fileOf(segment, keyframes)
export const tradesOf = (segment: string): string => fileOf(segment, trades)
export const candlesOf = (segment: string): string => fileOf(segment, candles)
export const heatOf = (segment: string): string => fileOf(segment, heat)

export const derivedOf = (segment: string): string[] =>
  derivedEndings.map((derived) => fileOf(segment, derived))

/** The segment that a file is derived from; null for other files. */
export function segmentOfDerived(file: string): string | null {
  const found = derivedEndings.find((derived) => file.endsWith(derived))
  return found === undefined ? null : file.slice(0, -found.length) + ending
}

export async function removeDerived(segment: string): Promise<void> {
  for (const file of derivedOf(segment)) await rm(file, { force: true })
}

/** In bytes. */
export async function sizeOfDerived(segment: string): Promise<number> {
  const found = await Promise.all(derivedOf(segment).map((file) => stat(file).catch(() => null)))
  return found.reduce((sum, each) => sum + (each?.size ?? 0), 0)
}
