export interface Pointed {
  /** May be outside the existing slots. */
  readonly slot: number
  /** On the price axis; null in other panes. */
  readonly price: number | null
}
