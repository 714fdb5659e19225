export interface PaletteEntry {
  /** The command's ID, or a name with a colon. */
  readonly id: string
  readonly title: string
  readonly section: string
  readonly caps: readonly string[]
  /** Why it is not available, or null. */
  readonly disabled: string | null
  /** Created for the typed text, so it is never filtered out. */
  readonly offered?: boolean
  readonly run: () => unknown
}
