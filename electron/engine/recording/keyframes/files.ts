import { rm, stat } from 'node:fs/promises'

const ending = '.tsv.gz'

/** The files derived from a segment are beside it. */
export const keyframesOf = (segment: string): string => segment.slice(0, -ending.length) + '.keyframes'
export const tradesOf = (segment: string): string => segment.slice(0, -ending.length) + '.trades.gz'
export const candlesOf = (segment: string): string => segment.slice(0, -ending.length) + '.candles.gz'
export const heatOf = (segment: string): string => segment.slice(0, -ending.length) + '.heat.gz'

export const derivedOf = (segment: string): string[] =>
  [keyframesOf, tradesOf, candlesOf, heatOf].map((fileOf) => fileOf(segment))

export async function removeDerived(segment: string): Promise<void> {
  for (const file of derivedOf(segment)) await rm(file, { force: true })
}

/** In bytes. */
export async function sizeOfDerived(segment: string): Promise<number> {
  const found = await Promise.all(derivedOf(segment).map((file) => stat(file).catch(() => null)))
  return found.reduce((sum, each) => sum + (each?.size ?? 0), 0)
}
