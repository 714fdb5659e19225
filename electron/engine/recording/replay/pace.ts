import type { Clock } from '../../base/clock'
import { logTimeAt, millisecondsOf, type LogTime } from './log-time'

/** Maps real time to the recording's time. */
export class Pace {
  #speed = 1
  #real = 0
  #log = 0

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  get speed(): number {
    return this.#speed
  }

  set speed(speed: number) {
    this.#speed = speed
  }

  /** The recording is here now. */
  anchor(at: LogTime): void {
    this.#real = this.clock.monotonic()
    this.#log = millisecondsOf(at)
  }

  get due(): LogTime {
    return logTimeAt(this.#log + (this.clock.monotonic() - this.#real) * this.#speed)
  }

  /** Real milliseconds until then. */
  until(at: LogTime): number {
    return (millisecondsOf(at) - millisecondsOf(this.due)) / this.#speed
  }
}
