import { rawFrameCount, type FrameFilter, type RawFrame } from '#shared/contract/app/diagnostics-stream'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { everySecond } from './seconds'

export const everything: FrameFilter = { text: '', market: null, direction: null, kind: null }

/** The last matching raw frames; only new ones are requested. */
export class FrameWatch {
  /** Newest first. */
  frames = $state.raw<readonly RawFrame[]>([])
  newest = $state(0)
  filter = $state.raw<FrameFilter>(everything)
  paused = $state(false)
  failure = $state<string | null>(null)
  loaded = $state(false)
  private asking = 0

  constructor(private readonly desk: Pick<Desk, 'bridge'>) {}

  /** Nothing is requested while paused; the count comes with the next answer. */
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
      const query = { ...this.filter, after, max: rawFrameCount }
      const answer = await valueOf(this.desk.bridge.call.diagnostics.frames(query))
      // The filter changed meanwhile.
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
