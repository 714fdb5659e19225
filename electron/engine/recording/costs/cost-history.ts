import path from 'node:path'
import type { CostSpan } from '#shared/contract/market/panels/cost'
import type { PastCost, PastCosts } from '#shared/contract/recording/past-costs'
import { isDesk } from '../location'
import { listSegments, segmentTime } from '../log/segments'
import { momentsOf } from './moments'
import type { CostsAtMoments, WantedCosts } from './read-costs'

interface Question extends Pick<WantedCosts, 'market' | 'size' | 'unit' | 'staleAfter'> {
  readonly log: string
  readonly span: CostSpan
  /** In milliseconds since the epoch. */
  readonly to: number
}

interface RunOptions {
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

type Read = (log: string, wanted: WantedCosts, options: RunOptions) => Promise<CostsAtMoments | null>

/** Logs, markets and sizes; the moments of each; and those that are read at once, so that little is lost if it is cancelled. */
const maxSubjects = 24
const maxKept = 1500
const part = 48

/**
 * What a size cost over past spans. A moment is read once: what a log says of it never changes. But what is missing in a
 * log that is fetched from a desk may be there later.
 */
export class CostHistory {
  /** By log that is fetched: its segments, and how often they changed. */
  readonly #fetched = new Map<string, { readonly names: string; readonly turn: number }>()
  readonly #known = new Map<string, Map<number, PastCost | null>>()

  constructor(private readonly read: Read) {}

  /** Null if it was cancelled, or nothing is recorded. */
  async costs(question: Question, { signal, onProgress }: RunOptions): Promise<PastCosts | null> {
    const { log, span, to, market, size, unit, staleAfter } = question
    const segments = await listSegments(log)
    const [first] = segments
    if (first === undefined) return null
    const turn = this.#turnOf(log, segments)
    const { all, ...rest } = momentsOf(span, segmentTime(first), to)
    const known = this.#knownOf(`${log}\n${market}\n${size} ${unit}`)
    const missing = all.filter((at) => !known.has(at))
    for (let index = 0; index < missing.length; index += part) {
      const moments = missing.slice(index, index + part)
      const wanted = { market, size, unit, staleAfter, moments, turn }
      const read = await this.read(log, wanted, {
        signal,
        onProgress: (share) => onProgress((index + share * moments.length) / missing.length)
      })
      if (!read || signal.aborted) return null
      for (const [place, cost] of read.entries()) known.set(moments[place]!, cost)
      // The end of the log.
      if (read.length < moments.length) break
    }
    const costs = all.map((at) => known.get(at)).filter((cost) => cost !== null && cost !== undefined)
    for (const oldest of known.keys()) {
      if (known.size <= maxKept) break
      known.delete(oldest)
    }
    return { span, ...rest, moments: all.length, costs }
  }

  /** Recordings were deleted. */
  clear(): void {
    this.#known.clear()
  }

  /** Once something was fetched, moments without a cost are read again. */
  #turnOf(log: string, segments: readonly string[]): number {
    if (!isDesk(path.basename(path.dirname(log)))) return 0
    const names = segments.join('\n')
    const before = this.#fetched.get(log)
    if (before?.names === names) return before.turn
    const turn = (before?.turn ?? 0) + 1
    this.#fetched.set(log, { names, turn })
    for (const [subject, costs] of this.#known) {
      if (!subject.startsWith(`${log}\n`)) continue
      for (const [at, cost] of costs) if (cost === null) costs.delete(at)
    }
    return turn
  }

  #knownOf(subject: string): Map<number, PastCost | null> {
    const known = this.#known.get(subject) ?? new Map<number, PastCost | null>()
    this.#known.delete(subject)
    this.#known.set(subject, known)
    if (this.#known.size > maxSubjects) this.#known.delete(this.#known.keys().next().value!)
    return known
  }
}
