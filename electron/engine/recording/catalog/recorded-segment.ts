import { stat } from 'node:fs/promises'
import { sizeOfDerived } from '../keyframes/files'
import { SegmentSummary } from '../replay/segment-summary'
import { marketsOf } from './recorded-markets'

type Content = Pick<SegmentSummary, 'first' | 'last' | 'gaps' | 'items' | 'startsRun'> & {
  readonly markets: readonly string[]
}

/** The catalog's facts about a segment, until the file changes. */
export class RecordedSegment {
  bytes = 0
  content: Content | null = null
  #version = ''
  /** Of `content`. */
  #read = ''
  /** Only of a segment that grows, since it is large. */
  #summary: SegmentSummary | null = null

  constructor(readonly file: string) {}

  get isRead(): boolean {
    return this.#read === this.#version
  }

  /** Looks at its size alone. */
  async look(): Promise<void> {
    const { size, mtimeMs } = await stat(this.file)
    this.#version = `${size} ${mtimeMs}`
    this.bytes = size + (await sizeOfDerived(this.file))
  }

  async read(signal: AbortSignal, grows: boolean): Promise<void> {
    const version = this.#version
    const summary = this.#summary ?? new SegmentSummary(this.file)
    await summary.refresh(signal)
    const { first, last, gaps, items, startsRun } = summary
    const markets = await marketsOf(this.file, first)
    this.content = { first, last, gaps: [...gaps], items, startsRun, markets }
    this.#summary = grows ? summary : null
    this.#read = version
  }
}
