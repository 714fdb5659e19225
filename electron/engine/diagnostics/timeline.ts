import { byTime, timelineLength, type TimelineEntry } from '../../shared/contract/diagnostics'
import type { Told } from './connection-story'
import { Ring } from './ring'

/** What happened to the connection, as far back as it is kept. */
export class Timeline {
  readonly #entries = new Ring<TimelineEntry>(timelineLength)
  #count = 0

  constructor(
    private readonly now: () => number,
    private readonly happened: (entry: TimelineEntry) => void
  ) {}

  note({ kind, words, at = this.now() }: Told): void {
    const entry = { id: ++this.#count, at, kind, words }
    this.#entries.add(entry)
    this.happened(entry)
  }

  entries(): TimelineEntry[] {
    return this.#entries.all().sort(byTime)
  }
}
