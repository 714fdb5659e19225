import type { Bridge } from '#shared/contract/index'
import type { RecordingState } from '#shared/contract/recording/recording'
import { valueOf } from '../client'

const nothing: RecordingState = {
  phase: 'idle',
  problem: null,
  bytes: null,
  since: null,
  dropped: 0,
  verification: null,
  sealing: { phase: 'idle', hour: null, problem: null },
  desk: null
}

/** The recording of the connection in use, as in main. */
export class RecordingStore {
  state = $state.raw<RecordingState>(nothing)

  constructor(private readonly bridge: Bridge) {}

  start(): () => void {
    return this.bridge.on('recording.changed', (state) => (this.state = state))
  }

  /** Whether the time, in milliseconds since the epoch, may have been recorded. */
  covers(at: number): boolean {
    const since = this.state.desk ? this.state.desk.since : this.state.since
    return since !== null && at >= since
  }

  load = async () => void (this.state = await valueOf(this.bridge.call.recording.read()))
  verify = async () => void (this.state = await valueOf(this.bridge.call.recording.verify()))
  retryDesk = () => valueOf(this.bridge.call.recording.retryDesk())
  cancelVerification = () => valueOf(this.bridge.call.recording.cancelVerification())
}
