/** Of one field or file; files by their SHA-256. Null where one of the two has none. */
export interface ServiceDifference {
  readonly what: string
  readonly here: string | null
  readonly service: string | null
}

/**
 * What came of asking the service for a statement again. `partly`: its figures are the same, and some of its files could
 * not be compared. `gone`: the service no longer offers it.
 */
export interface Comparison {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly result: 'same' | 'partly' | 'differs' | 'gone'
  /** What could not be compared, or a sentence of the service. */
  readonly sentence?: string | undefined
  readonly differences?: readonly ServiceDifference[] | undefined
}
export const maxDifferences = 20

export interface CompareSummary {
  readonly counts: Readonly<Record<Comparison['result'] | 'failed', number>>
  /** Of other connections, which alone can ask for them. */
  readonly elsewhere: number
  /** Why some were not compared. */
  readonly sentence: string | null
}
