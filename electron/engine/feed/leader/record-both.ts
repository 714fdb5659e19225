import type { StreamRecorder } from '../../market/live'
import type { Term } from './lease'

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

/**
 * Records while this collector leads: nothing that another leader may have recorded, too. It may have been stopped while it
 * connected, so `begin` is called only if it still leads: a recording has items of its own at its beginning.
 */
export function whileHeld(term: Pick<Term, 'isHeld'>, begin: () => StreamRecorder): StreamRecorder | null {
  if (!term.isHeld) return null
  const recorder = begin()
  const { attach } = recorder
  return {
    reading: () => term.isHeld && recorder.reading(),
    frame: (bytes, binary, at) => term.isHeld && recorder.frame(bytes, binary, at),
    event: (event) => term.isHeld && recorder.event(event),
    ...(attach && { attach })
  }
}
