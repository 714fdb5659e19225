import type { RecordedEvent, StreamRecorder } from '../market/live'
import type { RecorderClient } from './client'

/** Passes a stream's frames and events on to the recorder, in the order in which they take effect. */
export class RecordedStream implements StreamRecorder {
  #following: RecordedEvent[] | null = null

  constructor(private readonly client: Pick<RecorderClient, 'record' | 'recordEvent'>) {}

  reading(): void {
    this.#following = []
  }

  frame(bytes: Uint8Array, binary: boolean, at: number): void {
    const following = this.#following
    this.#following = null
    this.client.record(binary ? 'b' : 'f', at, bytes)
    following?.forEach((event) => this.client.recordEvent(event))
  }

  event(event: RecordedEvent): void {
    if (this.#following) this.#following.push(event)
    else this.client.recordEvent(event)
  }
}
