export type Arrangement =
  /** Both plots above the events. */
  | 'stacked'
  /** With two event lines. */
  | 'tight'
  /** One readable plot instead of two. */
  | 'one'
  /** Plots side by side above the events. */
  | 'beside'
  /** Plots and events in a row. */
  | 'row'
  | 'events'
  | 'strip'

/** The height of the sentence when not live, so that plots do not jump. */
export const sentenceHeight = 24

const forTwo = 560
const forThree = 760

/** Without the sentence, in CSS pixels. */
export function arrange(width: number, height: number): Arrangement {
  if (height < 60) return 'strip'
  if (width >= forTwo) {
    if (height >= 340) return 'stacked'
    if (height >= 180) return 'beside'
  } else {
    if (height >= 290) return 'stacked'
    if (height >= 230) return 'tight'
  }
  if (width >= forThree && height >= 105) return 'row'
  return height >= 135 ? 'one' : 'events'
}
