/** Sentences about what was found damaged, newer or unwritable at start-up, until a window can show them. */
export interface Notices {
  readonly add: (sentence: string) => void
  /** Hands them over once: they are shown in one window, not in each. */
  readonly take: () => readonly string[]
}

export function createNotices(): Notices {
  const sentences: string[] = []
  return {
    add: (sentence) => void sentences.push(sentence),
    take: () => sentences.splice(0)
  }
}
