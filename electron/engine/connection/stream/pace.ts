/** Spans all connections, because the service counts by address. */
export class Pace {
  #last = -Infinity

  constructor(private readonly every: number) {}

  wait(at: number): number {
    return Math.max(0, this.#last + this.every - at)
  }

  took(at: number): void {
    this.#last = at
  }
}
