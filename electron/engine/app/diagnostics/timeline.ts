import { byTime, timelineLength, type TimelineEntry } from '#shared/contract/app/diagnostics'
import type { Told } from './connection-story'

interface Kept {
  entry: TimelineEntry
  readonly repeats: string | undefined
}

/** Longer apart, the same thing is told anew. */
const together = 120_000

/** What happened to the connection, as far back as it is kept. */
export class Timeline {
  #kept: Kept[] = []
  #count = 0

  constructor(
    private readonly now: () => number,
    private readonly happened: (entry: TimelineEntry) => void
  ) {}

  note({ kind, words, at = this.now(), repeats, times = 1 }: Told): void {
    const known =
      repeats === undefined
        ? undefined
        : this.#kept.findLast((kept) => kept.repeats === repeats && at - kept.entry.at < together)
    if (known) {
      const { id, count = 1 } = known.entry
      known.entry = { id, at: Math.max(at, known.entry.at), kind, words, count: count + times }
      this.happened(known.entry)
      return
    }
    const entry = { id: ++this.#count, at, kind, words, ...(times > 1 && { count: times }) }
    this.#kept.push({ entry, repeats })
    if (this.#kept.length > timelineLength) this.#kept.shift()
    this.happened(entry)
  }

  entries(): TimelineEntry[] {
    return this.#kept.map(({ entry }) => entry).sort(byTime)
  }
}
