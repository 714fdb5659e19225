export interface Pointed {
  /** May lie before the first or behind the last place that there is. */
  readonly slot: number
  /** On the axis of prices; null in the other panes. */
  readonly price: number | null
}
