import { KeyframeWriter } from './keyframe-writer'

/** More at once would delay the log. */
const maxItemsAtOnce = 20_000
/** Calls after a failure. */
const restAfterFailure = 150

/** Writes the keyframes of a log behind its writer. A failure costs keyframes, and nothing else. */
export class KeyframeFollower {
  #writer: KeyframeWriter | null = null
  #rest = 0

  constructor(
    private readonly folder: string,
    private readonly staleAfter: number
  ) {}

  /** Call after each write. */
  async follow(): Promise<void> {
    if (this.#rest > 0) {
      this.#rest -= 1
      return
    }
    try {
      this.#writer ??= await KeyframeWriter.open(this.folder, this.staleAfter)
      await this.#writer?.follow(maxItemsAtOnce)
    } catch {
      this.#rest = restAfterFailure
      await this.dispose().catch(() => {})
    }
  }

  /** Everything is written, and nothing may follow for long. */
  async finish(): Promise<void> {
    await this.follow()
    await this.#writer?.finish().catch(() => {})
  }

  async dispose(): Promise<void> {
    const writer = this.#writer
    this.#writer = null
    await writer?.dispose()
  }
}
