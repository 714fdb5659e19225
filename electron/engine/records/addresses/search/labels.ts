import { foldedText } from './fold'
import { hasEnds, type Needle } from './needle'

/** Labels by address ID; they outlive the loaded rows. */
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
    else this.#labels.set(id, { text, small: foldedText(text) })
  }

  search(needle: Needle, found: (id: string) => void): void {
    const parts = needle.kind === 'ends' ? needle.parts.map(foldedText) : []
    const part = needle.kind === 'part' ? foldedText(needle.text) : ''
    const isMeant = (small: string) => (needle.kind === 'part' ? small.includes(part) : hasEnds(small, parts))
    for (const [id, label] of this.#labels) if (isMeant(label.small)) found(id)
  }

  entries(): [string, string][] {
    return [...this.#labels].map(([id, { text }]) => [id, text])
  }
}
