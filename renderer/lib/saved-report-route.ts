const prefix = 'saved/'

/** In the view of the analysis. */
export const savedReportRoute = (id: string): string => prefix + id

/** Null if it is not that of a saved report. */
export const savedReportIn = (rest: string): string | null =>
  rest.startsWith(prefix) ? rest.slice(prefix.length) : null
