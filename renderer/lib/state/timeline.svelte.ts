import type { TimelineEntry } from '#shared/contract/app/diagnostics'
import { valueOf } from '../client'
import type { Desk } from '../desk'
import { mergeEntries } from '../timeline'

/** Connection events from main, oldest first. */
export class Timeline {
  entries = $state.raw<readonly TimelineEntry[]>([])

  constructor(private readonly desk: Pick<Desk, 'bridge' | 'attempt'>) {}

  /** Listens before it reads, so that nothing is missed in between. */
  start(): () => void {
    const { bridge, attempt } = this.desk
    const stop = bridge.on('diagnostics.happened', (entry) => this.#add([entry]))
    void attempt(async () => this.#add((await valueOf(bridge.call.diagnostics.read())).timeline))
    return stop
  }

  #add(entries: readonly TimelineEntry[]): void {
    this.entries = mergeEntries(this.entries, entries)
  }
}
