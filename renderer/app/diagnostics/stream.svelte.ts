import type { BookRow, StreamDiagnosis } from '#shared/contract/app/diagnostics-stream'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { everySecond } from './seconds'

/** The books and counts, updated every second while visible. */
export class StreamWatch {
  /** Null before the first answer. */
  diagnosis = $state.raw<StreamDiagnosis | null>(null)
  /** Why the last update failed. */
  failure = $state<string | null>(null)

  constructor(private readonly desk: Pick<Desk, 'bridge'>) {}

  get books(): readonly BookRow[] {
    return this.diagnosis?.books ?? []
  }

  start(page: Document): () => void {
    return everySecond(page, async () => {
      try {
        this.diagnosis = await valueOf(this.desk.bridge.call.diagnostics.stream())
        this.failure = null
      } catch (thrown) {
        this.failure = toProblem(thrown).sentence
      }
    })
  }
}
