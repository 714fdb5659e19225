/** A size is highlighted when it changes by this share of itself, a price when it changes by a basis point. */
const minChange = { size: 0.25, price: 0.0001 } as const

/** Whether the difference is large enough to be highlighted. */
export const isLargeChange = (before: number, now: number, kind: keyof typeof minChange): boolean =>
  Math.abs(now - before) >= minChange[kind] * Math.max(Math.abs(before), Math.abs(now)) && now !== before
