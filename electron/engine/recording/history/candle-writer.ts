import { isLaterSegment, listSegments } from '../log/segments'
import { hasCandles, writeCandles } from './segment-candles'

/** Writes the files of candles that are missing beside segments that ended, the newest first. */
export class CandleWriter {
  private constructor(
    /** The newest last. */
    private readonly due: string[]
  ) {}

  /** @param segment has not ended */
  static async open(folder: string, segment: string): Promise<CandleWriter> {
    const due: string[] = []
    for (const each of await listSegments(folder))
      if (isLaterSegment(segment, each) && !(await hasCandles(each))) due.push(each)
    return new CandleWriter(due)
  }

  /** It has ended. */
  add(segment: string): void {
    this.due.push(segment)
  }

  /** Writes one of them, so that the log is not delayed for long. */
  async next(): Promise<void> {
    const segment = this.due.pop()
    if (segment !== undefined) await writeCandles(segment)
  }
}
