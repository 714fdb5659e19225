import type { RecordedEvent, StreamRecorder } from '../market/live'
import type { RecorderClient } from './client'

/** Passes a stream's frames and events on to the recorder, in the order in which they take effect. */
export class RecordedStream implements StreamRecorder {
  #isReading = false
  readonly #following: RecordedEvent[] = []

  constructor(private readonly client: Pick<RecorderClient, 'record' | 'recordEvent'>) {}

  reading(): void {
    this.#isReading = true
  }

  frame(bytes: Uint8Array, binary: boolean, at: number): void {
    this.#isReading = false
    this.client.record(binary ? 'b' : 'f', at, bytes)
    if (this.#following.length === 0) return
    for (const event of this.#following.splice(0)) this.client.recordEvent(event)
  }

  event(event: RecordedEvent): void {
    if (this.#isReading) this.#following.push(event)
    else this.client.recordEvent(event)
  }
}
