export interface MenuItem {
  readonly label: string
  readonly run: () => unknown
  /** For an item that is on or off. */
  readonly checked?: boolean
  /** Why it is unavailable, in a few words. */
  readonly disabled?: string | null
  /** Its keyboard shortcut. */
  readonly caps?: readonly string[]
  /** The colour of a swatch in front of the label. */
  readonly swatch?: string
}

/** Items separated from the others by a rule. */
export interface MenuGroup {
  readonly title?: string
  /** Shown as one line with its title and what is checked; its items replace the menu. */
  readonly folded?: boolean
  readonly items: readonly MenuItem[]
}
