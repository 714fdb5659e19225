import { bookText } from '../../messages/panels/book'
import type { RowTraded } from './row-traded'

const sentences: Record<NonNullable<ReturnType<RowTraded['gap']>>, string> = {
  nothing: bookText.gaps.nothing,
  late: bookText.gaps.older,
  started: bookText.gaps.partial
}

export const gapSentence = (gap: ReturnType<RowTraded['gap']>): string => (gap === null ? '' : sentences[gap])
