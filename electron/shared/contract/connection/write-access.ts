import * as v from 'valibot'

const writeOutcomes = ['refused', 'issued', 'unclear'] as const
export type WriteOutcome = (typeof writeOutcomes)[number]

/** The outcome of asking for each scope that can write. */
export const writeAccessSchema = v.object({
  /** Milliseconds since the epoch. */
  checkedAt: v.pipe(v.number(), v.integer()),
  scopes: v.pipe(
    v.array(
      v.object({
        scope: v.pipe(v.string(), v.maxLength(100)),
        outcome: v.picklist(writeOutcomes),
        sentence: v.nullable(v.pipe(v.string(), v.maxLength(1000)))
      })
    ),
    v.maxLength(100)
  )
})
export type WriteAccess = v.InferOutput<typeof writeAccessSchema>

export interface WriteAccessProgress {
  readonly profileId: string
  readonly done: number
  readonly total: number
}
