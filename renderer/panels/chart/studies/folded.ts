/** A state for each item, each computed from the one before, so that a change costs only what follows it. */
export class Folded<Item, State> {
  readonly states: State[] = []

  constructor(private readonly step: (before: State | null, item: Item, index: number) => State) {}

  follow(items: readonly Item[], from: number): void {
    this.states.length = Math.min(from, items.length, this.states.length)
    for (let index = this.states.length; index < items.length; index += 1)
      this.states.push(this.step(this.states[index - 1] ?? null, items[index]!, index))
  }
}
