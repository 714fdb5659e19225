/** Of a book: its spread as a price, and what rests within 10 and 50 bp of the mid. */
export const bookFigures = ['spread', 'bids10', 'asks10', 'bids50', 'asks50'] as const
export type BookFigure = (typeof bookFigures)[number]
