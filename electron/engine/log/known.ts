import { shortest } from './variants'

/**
 * Texts to be struck out, found by their first characters: what it costs to look grows with the line, not with the
 * number of tokens that were registered in a long session.
 */
export class KnownTexts {
  readonly #byStart = new Map<string, string[]>()

  add(text: string): void {
    const start = text.slice(0, shortest)
    const texts = this.#byStart.get(start) ?? []
    if (texts.includes(text)) return
    // The longest first: a secret that begins with another one must not leave its tail behind.
    this.#byStart.set(
      start,
      [...texts, text].sort((one, other) => other.length - one.length)
    )
  }

  strike(line: string, mark: string): string {
    if (this.#byStart.size === 0) return line
    let result = ''
    let from = 0
    for (let at = 0; at + shortest <= line.length;) {
      const found = this.#byStart
        .get(line.slice(at, at + shortest))
        ?.find((text) => line.startsWith(text, at))
      if (found === undefined) {
        at++
        continue
      }
      result += line.slice(from, at) + mark
      from = at += found.length
    }
    return result + line.slice(from)
  }
}
