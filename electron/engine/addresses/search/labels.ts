/** A person's own words for addresses, by id. They outlive the loaded rows. */
export class Labels {
  readonly #labels = new Map<string, { readonly text: string; readonly small: string }>()

  constructor(labels: Iterable<readonly [string, string]> = []) {
    for (const [id, text] of labels) this.set(id, text)
  }

  get size(): number {
    return this.#labels.size
  }

  get(id: string): string | null {
    return this.#labels.get(id)?.text ?? null
  }

  set(id: string, text: string): void {
    if (text === '') this.#labels.delete(id)
    else this.#labels.set(id, { text, small: text.toLowerCase() })
  }

  search(part: string, found: (id: string) => void): void {
    const small = part.toLowerCase()
    for (const [id, label] of this.#labels) if (label.small.includes(small)) found(id)
  }

  entries(): [string, string][] {
    return [...this.#labels].map(([id, { text }]) => [id, text])
  }
}
