import { isRecord, malformed, RecordReader, type Moment, type Raw } from './record-reader'

/** Unknown statuses are kept; the amount is the text as sent. */
export interface Conversion {
  readonly id: string
  readonly amount: string
  readonly sourceAsset: string
  readonly targetAsset: string
  readonly status: string
  readonly profileId: string | null
  readonly refId: string | null
  readonly identityId: string | null
  readonly accountId: string | null
  readonly recipientProfileId: string | null
  readonly createdAt: Moment | null
  readonly updatedAt: Moment | null
  readonly settledAt: Moment | null
  readonly cancelledAt: Moment | null
  readonly metadata: Raw | null
  /** Undocumented fields, as sent. */
  readonly more: Raw
}

/** By its times, because statuses may be unknown. */
export const isUnderway = ({ settledAt, cancelledAt }: Conversion) =>
  settledAt === null && cancelledAt === null

export function decodeConversion(body: unknown): Conversion {
  if (!isRecord(body)) throw malformed('conversion', 'not an object')
  const fields = new RecordReader('conversion', body)
  return {
    id: fields.required('id'),
    amount: fields.required('amount'),
    sourceAsset: fields.required('source_asset'),
    targetAsset: fields.required('target_asset'),
    status: fields.required('status'),
    profileId: fields.text('profile_id'),
    refId: fields.text('ref_id'),
    identityId: fields.text('identity_id'),
    accountId: fields.text('account_id'),
    recipientProfileId: fields.text('recipient_profile_id'),
    createdAt: fields.moment('created_at'),
    updatedAt: fields.moment('updated_at'),
    settledAt: fields.moment('settled_at'),
    cancelledAt: fields.moment('cancelled_at'),
    metadata: fields.record('metadata'),
    more: fields.more()
  }
}
