/** The service's fields in words; what is not here stands under its own name. */
export const fieldTitles: Readonly<Record<string, string>> = {
  id: 'Id',
  status: 'Status',
  amount: 'Amount',
  source_asset: 'From',
  target_asset: 'To',
  created_at: 'Created',
  updated_at: 'Updated',
  settled_at: 'Settled',
  cancelled_at: 'Cancelled',
  profile_id: 'Profile',
  recipient_profile_id: 'Recipient profile',
  ref_id: 'Ref id',
  identity_id: 'Identity',
  account_id: 'Account'
}
