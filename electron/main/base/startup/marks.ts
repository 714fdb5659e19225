import { Emitter } from '#shared/domain/base/emitter'

/** Milliseconds since the epoch. */
export interface Mark {
  readonly process: string
  readonly name: string
  readonly at: number
}

export interface Marks {
  /** Only the first mark of a name per process counts, not a reload. */
  readonly set: (process: string, name: string, at?: number) => void
  readonly all: () => readonly Mark[]
  readonly has: (process: string, name: string) => boolean
  readonly onSet: Emitter<Mark>['on']
}

/** A window has painted for the first time. */
export const firstPaint = 'first paint'
/** A window has drawn live figures for the first time. */
export const firstLiveData = 'first live data'

export function createMarks(now = () => performance.timeOrigin + performance.now()): Marks {
  const marks: Mark[] = []
  const added = new Emitter<Mark>()
  const has = (process: string, name: string) =>
    marks.some((mark) => mark.process === process && mark.name === name)
  return {
    has,
    set(process, name, at = now()) {
      if (has(process, name)) return
      const mark = { process, name, at }
      marks.push(mark)
      added.fire(mark)
    },
    all: () => [...marks].sort((one, other) => one.at - other.at),
    onSet: added.on
  }
}
