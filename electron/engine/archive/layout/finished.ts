/** The service has told of one status alone; whatever sounds like an end is one, and all others are on their way. */
const ends = new Set(
  'COMPLETE COMPLETED FINAL FINALIZED FINALISED FAILED CANCELLED CANCELED REJECTED ERROR EXPIRED VOID VOIDED'.split(
    ' '
  )
)
const notQuite = new Set(['NOT', 'PARTIAL', 'PARTIALLY', 'NEARLY'])

/** Whether nothing more is to be expected of a statement that says this of itself. */
export function isOver(status: string | null): boolean {
  const words = (status ?? '').toUpperCase().split(/[^A-Z]+/)
  return words.some((word) => ends.has(word)) && !words.some((word) => notQuite.has(word))
}

/** What an archived record says; one that says nothing came with its files, as only complete ones do. */
export function isFinished(record: Readonly<Record<string, unknown>>): boolean {
  const status = record['status']
  return typeof status !== 'string' || status === '' || isOver(status)
}

export const unfinishedSentence = 'The service has not finished this statement; what there is was saved.'
