/** At most one in `every` milliseconds, over all connections: the service counts by address. */
export class Pace {
  #last = -Infinity

  constructor(private readonly every: number) {}

  /** How long to wait yet. */
  wait(at: number): number {
    return Math.max(0, this.#last + this.every - at)
  }

  took(at: number): void {
    this.#last = at
  }
}
