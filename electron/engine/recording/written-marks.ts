interface Mark {
  /** Above its last item, in the numbers here. */
  readonly next: number
  readonly resolve: (seq: number | null) => void
}

/** The requests that wait until everything so far is in the log. */
export class WrittenMarks {
  readonly #marks: Mark[] = []

  /** Resolves with the log's number of the last item, or null. */
  wait(next: number): Promise<number | null> {
    return new Promise((resolve) => this.#marks.push({ next, resolve }))
  }

  /** Items below this number are in the log, whose numbers are higher by `base`. */
  reached(number: number, base: number | null): void {
    while (this.#marks[0] && this.#marks[0].next <= number) {
      const { next, resolve } = this.#marks.shift()!
      resolve(base === null ? null : base + next - 1)
    }
  }

  /** Nothing more will be written. */
  end(): void {
    for (const { resolve } of this.#marks.splice(0)) resolve(null)
  }
}
