import { stat } from 'node:fs/promises'
import type { DayVerification } from '#shared/contract/recording/catalog'
import { damageWords } from '../damage-words'
import { dayOf, listSegments } from '../log/segments'
import { verifyLog } from '../log/verify'

interface VerifyOptions {
  readonly now: () => number
  readonly signal: AbortSignal
  readonly onProgress: (day: string, share: number) => void
  readonly onVerified: (day: string, verification: DayVerification) => void
}

/** Each day with the chain that leads to it. */
export async function verifyDays(
  log: string,
  days: readonly string[],
  { now, signal, onProgress, onVerified }: VerifyOptions
): Promise<void> {
  const sizes = new Map<string, number>()
  for (const file of await listSegments(log)) {
    const day = dayOf(file)
    const size = (await stat(file).catch(() => null))?.size ?? 0
    if (days.includes(day)) sizes.set(day, (sizes.get(day) ?? 0) + size)
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0) || 1
  let before = 0
  for (const [day, size] of sizes) {
    onProgress(day, before / total)
    const { items, damage } = await verifyLog(log, {
      signal,
      isIncluded: (file) => dayOf(file) === day,
      onProgress: (bytes) => onProgress(day, Math.min(1, (before + bytes) / total))
    })
    onVerified(day, { at: now(), items, ...damageWords(damage) })
    before += size
  }
}
