import { rawFrameCount, type FrameFilter, type RawFrame } from '#shared/contract/app/diagnostics-stream'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { everySecond } from './seconds'

export const everything: FrameFilter = { text: '', market: null, direction: null, kind: null }

/** The last raw frames, as far as they match; only what is new is asked for. */
export class FrameWatch {
  /** The newest first. */
  frames = $state.raw<readonly RawFrame[]>([])
  newest = $state(0)
  filter = $state.raw<FrameFilter>(everything)
  paused = $state(false)
  failure = $state<string | null>(null)
  loaded = $state(false)
  private asking = 0

  constructor(private readonly desk: Pick<Desk, 'bridge'>) {}

  /** How many came since it was paused is told by main's next answer alone, so nothing is asked while it is. */
  start(page: Document): () => void {
    return everySecond(page, async () => {
      if (!this.paused) await this.load()
    })
  }

  async change(part: Partial<FrameFilter>): Promise<void> {
    this.filter = { ...this.filter, ...part }
    this.frames = []
    this.newest = 0
    this.loaded = false
    await this.load()
  }

  private async load(): Promise<void> {
    const turn = ++this.asking
    try {
      const after = this.newest
      const query = { ...this.filter, after, most: rawFrameCount }
      const answer = await valueOf(this.desk.bridge.call.diagnostics.frames(query))
      // Another filter was chosen meanwhile.
      if (turn !== this.asking) return
      const kept = this.frames.filter(({ sequence }) => sequence <= after)
      this.frames = [...answer.frames.toReversed(), ...kept].slice(0, rawFrameCount)
      this.newest = answer.newest
      this.failure = null
      this.loaded = true
    } catch (thrown) {
      if (turn === this.asking) this.failure = toProblem(thrown).sentence
    }
  }
}
