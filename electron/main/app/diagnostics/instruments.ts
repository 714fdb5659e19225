import {
  RawFrames,
  StreamMeter,
  StreamObserver,
  StreamStory,
  Timeline,
  type TimelineNote
} from '#engine/app/diagnostics/index'
import type { Redactor } from '#engine/base/log/index'
import type { Pushes } from '../../base/ipc/pushes'

interface InstrumentsParts {
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly redactor: Redactor
  readonly now?: () => number
}

export type Instruments = ReturnType<typeof createInstruments>

export const yieldToLoop = () => new Promise<void>((done) => setImmediate(done))

/** Measures and records the stream, on the path of every message; Diagnostics shows the results. */
export function createInstruments({ pushes, redactor, now = Date.now }: InstrumentsParts) {
  const timeline = new Timeline(now, (entry) => pushes.broadcast('diagnostics.happened', entry))
  const note = (all: readonly TimelineNote[]) => {
    for (const each of all) timeline.note(each)
  }
  const meter = new StreamMeter(performance.now())
  const rawFrames = new RawFrames({ redactor, rest: yieldToLoop })
  const story = new StreamStory()
  const observer = new StreamObserver({ meter, rawFrames, story, note })
  return { timeline, note, meter, rawFrames, story, observer }
}
