/** One line of a menu. */
export interface MenuItem {
  readonly label: string
  readonly run: () => unknown
  /** For a line that is on or off. */
  readonly checked?: boolean
  /** Why it cannot be used now, in a few words. */
  readonly disabled?: string | null
  /** The key that does the same. */
  readonly caps?: readonly string[]
  /** A swatch in front. */
  readonly swatch?: string
}

/** Lines that belong together, parted from the others by a rule. */
export interface MenuGroup {
  readonly title?: string
  readonly items: readonly MenuItem[]
}
