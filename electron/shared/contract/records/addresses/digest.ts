import * as v from 'valibot'

/** `relisted`: it was no longer listed at the last look. */
export const changeKinds = ['changed', 'unlisted', 'relisted', 'added'] as const
export type ChangeKind = (typeof changeKinds)[number]

export const maxDigestPage = 100
const maxSearchLength = 300
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

export const digestQuestionSchema = v.object({
  /** Null: all. */
  kind: v.nullable(v.picklist(changeKinds)),
  search: v.pipe(v.string(), v.maxLength(maxSearchLength)),
  from: whole,
  count: v.pipe(whole, v.maxValue(maxDigestPage))
})
export type DigestQuestion = v.InferOutput<typeof digestQuestionSchema>

/** What is known to have changed since the user last looked. */
export interface AddressDigest {
  /** Milliseconds since the epoch. */
  readonly since: number
  /** The list was complete then; otherwise an unknown address is `loaded`, not `added`. */
  readonly isWhole: boolean
  readonly counts: Readonly<Record<ChangeKind | 'loaded', number>>
  /** When the last comparison of all addresses began, if it ended since; null if there was none. */
  readonly comparedAt: number | null
  /** The one before the last look. */
  readonly comparedBefore: number | null
  /** How many addresses the comparison could not decide. */
  readonly unclear: number
}

/** One field, shortened. */
export interface AddressDifference {
  readonly field:
    | 'address'
    | 'network'
    | 'conversionTarget'
    | 'refId'
    | 'profileId'
    | 'identityId'
    | 'accountId'
    | 'customerId'
    | 'createdAt'
    | 'compatibleNetworks'
    | 'metadata'
    | 'more'
  /** Of a metadata key or another field. */
  readonly name: string | null
  readonly was: string | null
  readonly is: string | null
}

export interface AddressChange {
  readonly id: string
  readonly kind: ChangeKind
  readonly address: string
  readonly network: string
  readonly refId: string | null
  readonly differences: readonly AddressDifference[]
}

export interface DigestPage {
  readonly from: number
  /** Of all pages. */
  readonly count: number
  readonly changes: readonly AddressChange[]
}
