/** A stablecoin conversion as sent by the service. */
export interface ConversionMessage {
  readonly id: string
  readonly profile_id: string
  readonly amount: string
  readonly source_asset: string
  readonly target_asset: string
  readonly status: string
  readonly ref_id?: string
  readonly identity_id?: string
  readonly account_id?: string
  readonly created_at: string
  readonly updated_at: string
  readonly settled_at?: string
  readonly cancelled_at?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly recipient_profile_id?: string
}
