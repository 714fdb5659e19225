import { byTime, timelineLength, type TimelineEntry } from '#shared/contract/app/diagnostics'
import type { TimelineNote } from './connection-story'

interface Kept {
  entry: TimelineEntry
  readonly repeats: string | undefined
}

/** Repeats within this time become one entry with a count. */
const mergeWithin = 120_000

export class Timeline {
  #kept: Kept[] = []
  #count = 0

  constructor(
    private readonly now: () => number,
    private readonly happened: (entry: TimelineEntry) => void
  ) {}

  note({ kind, words, at = this.now(), repeats, times = 1 }: TimelineNote): void {
    const known =
      repeats === undefined
        ? undefined
        : this.#kept.findLast((kept) => kept.repeats === repeats && at - kept.entry.at < mergeWithin)
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
