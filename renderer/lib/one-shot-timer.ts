/** Calls once, at the earliest of the requested times. */
export class OneShotTimer {
  #timer: ReturnType<typeof setTimeout> | null = null
  #at = Infinity

  constructor(
    private readonly now: () => number,
    private readonly run: () => void
  ) {}

  at(moment: number): void {
    if (moment >= this.#at) return
    this.stop()
    this.#at = moment
    this.#timer = setTimeout(
      () => {
        this.#timer = null
        this.#at = Infinity
        this.run()
      },
      Math.max(0, moment - this.now())
    )
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#at = Infinity
  }
}
