import type { FormerAddress } from '../keep/book-file'

/** Beyond it something else is the matter than a change here and there; what is counted is told all the same. */
const most = 5000

type Was = Omit<FormerAddress, 'service' | 'id'>

/** What stood under an id before the service gave another address for it; it is kept until a person has seen it. */
export class Formers {
  readonly #own = new Map<string, Was>()
  #others: readonly FormerAddress[] = []

  constructor(private readonly service: string) {}

  get ids(): readonly string[] {
    return [...this.#own.keys()]
  }

  get(id: string): Was | null {
    return this.#own.get(id) ?? null
  }

  /** What was kept of all services. */
  take(all: readonly FormerAddress[]): void {
    this.#others = all.filter(({ service }) => service !== this.service)
    for (const { service, id, ...was } of all) if (service === this.service) this.#own.set(id, was)
  }

  /** Of several changes the first one is what a person knew. */
  note(id: string, was: Was): void {
    if (!this.#own.has(id) && this.#own.size < most) this.#own.set(id, was)
  }

  /** False where there was nothing to be seen. */
  seen(id: string): boolean {
    return this.#own.delete(id)
  }

  entries(): readonly FormerAddress[] {
    return [...this.#others, ...[...this.#own].map(([id, was]) => ({ service: this.service, id, ...was }))]
  }
}
