import type { WindowContent } from '#shared/contract/workspace/windows'

/** Messages about damaged, newer or unwritable files at start-up, kept until a window can show them. */
export interface Notices {
  readonly add: (sentence: string) => void
  /** Hands them over once, to the first desk of the open windows; where there is none, to the first that asks. */
  readonly takeFor: (asking: WindowContent, open: readonly WindowContent[]) => readonly string[]
}

export function createNotices(): Notices {
  const sentences: string[] = []
  return {
    add: (sentence) => void sentences.push(sentence),
    takeFor: (asking, open) =>
      asking.kind === 'desk' || open.every(({ kind }) => kind !== 'desk') ? sentences.splice(0) : []
  }
}
