interface Clocks {
  readonly now: () => number
  readonly frame: (run: () => void) => number
  readonly cancelFrame: (frame: number) => void
  readonly after: (run: () => void, milliseconds: number) => ReturnType<typeof setTimeout>
  readonly cancelAfter: (timer: ReturnType<typeof setTimeout>) => void
}

const clocksOfPage: Clocks = {
  now: () => performance.now(),
  frame: (run) => requestAnimationFrame(run),
  cancelFrame: (frame) => cancelAnimationFrame(frame),
  after: (run, milliseconds) => setTimeout(run, milliseconds),
  cancelAfter: (timer) => clearTimeout(timer)
}

/** Runs work in an animation frame after it was marked, and not more often than every so many milliseconds. */
export class Pace {
  #last = -Infinity
  #frame: number | null = null
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(
    private readonly work: () => void,
    private readonly gap: number,
    private readonly clocks: Clocks = clocksOfPage
  ) {}

  mark = (): void => {
    if (this.#frame !== null || this.#timer !== null) return
    const wait = this.#last + this.gap - this.clocks.now()
    if (wait <= 1) this.#ask()
    else
      this.#timer = this.clocks.after(() => {
        this.#timer = null
        this.#ask()
      }, wait)
  }

  now(): void {
    this.stop()
    this.#run()
  }

  stop(): void {
    if (this.#frame !== null) this.clocks.cancelFrame(this.#frame)
    if (this.#timer !== null) this.clocks.cancelAfter(this.#timer)
    this.#frame = this.#timer = null
  }

  #ask(): void {
    this.#frame = this.clocks.frame(() => {
      this.#frame = null
      this.#run()
    })
  }

  #run(): void {
    this.#last = this.clocks.now()
    this.work()
  }
}
