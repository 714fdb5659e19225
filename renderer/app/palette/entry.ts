export interface PaletteEntry {
  /** Of a command its id; of everything else a name with a colon. */
  readonly id: string
  readonly title: string
  readonly section: string
  readonly caps: readonly string[]
  /** Why it cannot be run now, in a few words, or null. */
  readonly disabled: string | null
  /** Made for just what was typed, and so never left out. */
  readonly offered?: boolean
  readonly run: () => unknown
}
