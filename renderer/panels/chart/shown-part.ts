/** What is in view, as far as profiles need it of a chart that is drawn. */
export interface ShownPart {
  readonly chart: {
    timeScale(): {
      getVisibleLogicalRange(): { readonly from: number; readonly to: number } | null
      options(): { readonly barSpacing: number }
    }
    panes(): readonly { getHeight(): number }[]
  }
  readonly candles: { coordinateToPrice(y: number): number | null }
}
