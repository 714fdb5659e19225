export type Arrangement =
  /** Both plots over the events. */
  | 'stacked'
  /** The same with two lines of the events. */
  | 'tight'
  /** One plot is worth more than two that say nothing. */
  | 'one'
  /** Both plots side by side over the events. */
  | 'beside'
  /** Plots and events in a row. */
  | 'row'
  | 'events'
  | 'strip'

/** How much the sentence of a panel that is not live takes away: what is drawn must not jump because of it. */
export const sentenceHeight = 24

const forTwo = 560
const forThree = 760

/** For the body of the panel without a sentence, in CSS pixels. */
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
