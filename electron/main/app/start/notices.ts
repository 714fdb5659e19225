import type { WindowContent } from '#shared/contract/workspace/windows'

/** Messages about files at startup, until a window can show them. */
export interface Notices {
  readonly add: (sentence: string) => void
  /** Returns them once, to the first desk, or the first window if there is none. */
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
