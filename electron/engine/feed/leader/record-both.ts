import type { StreamRecorder } from '../../market/live'

/** Everything that the first one gets, also for the second one. */
export const recordBoth = (one: StreamRecorder, other: StreamRecorder): StreamRecorder => ({
  reading() {
    one.reading()
    other.reading()
  },
  frame(bytes, binary, at) {
    one.frame(bytes, binary, at)
    other.frame(bytes, binary, at)
  },
  event(event) {
    one.event(event)
    other.event(event)
  },
  attach(save) {
    one.attach?.(save)
    other.attach?.(save)
  }
})
