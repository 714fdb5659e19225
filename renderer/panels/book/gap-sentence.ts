import type { RowTraded } from './row-traded'

const sentences: Record<NonNullable<ReturnType<RowTraded['gap']>>, string> = {
  nothing: 'No trade has come yet.',
  late: 'The tape does not go back that far; actual volume is higher.',
  started: 'The market was not watched all of this time: there may have been more.'
}

export const gapSentence = (gap: ReturnType<RowTraded['gap']>): string => (gap === null ? '' : sentences[gap])
