/** A size brightens when it has changed by this part of itself, a price by a basis point. */
const minChange = { size: 0.25, price: 0.0001 } as const

/** Whether a figure has gone far enough from the other to be pointed out. */
export const isLargeChange = (before: number, now: number, kind: keyof typeof minChange): boolean =>
  Math.abs(now - before) >= minChange[kind] * Math.max(Math.abs(before), Math.abs(now)) && now !== before
