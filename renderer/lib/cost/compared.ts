/** The number of recorded moments before a share of them is meaningful. */
export const minMoments = 20
