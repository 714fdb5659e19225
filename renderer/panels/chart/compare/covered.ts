/** The height of the legend and half a label. */
const legendLow = 30

/** Whether a label of the left axis at that height is behind the legend. */
export const isUnderLegend = (y: number | null) => y !== null && y < legendLow
