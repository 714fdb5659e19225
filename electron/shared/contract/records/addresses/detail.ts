export type AddressVerification =
  /** The checksum is correct. */
  | { readonly state: 'right'; readonly sentence: string }
  /** Well formed, without a checksum. */
  | { readonly state: 'unchecked'; readonly sentence: string }
  /** A test network. */
  | { readonly state: 'test'; readonly sentence: string }
  | { readonly state: 'wrong'; readonly sentence: string }
  | { readonly state: 'unknown'; readonly sentence: string }

export interface AddressDetail {
  readonly id: string
  readonly network: string
  readonly networkName: string
  readonly address: string
  /** In groups of four; the first includes a prefix such as 0x or bitcoincash:. Joined, they are the address. */
  readonly groups: readonly string[]
  readonly verification: AddressVerification
  readonly profileId: string
  readonly customerId: string
  readonly identityId: string | null
  readonly accountId: string | null
  readonly refId: string | null
  readonly createdAt: string
  readonly conversionTarget: string
  readonly conversion: string
  /** Null if unspecified. */
  readonly compatibleNetworks: readonly { readonly network: string; readonly name: string }[] | null
  readonly metadata: readonly (readonly [key: string, value: string])[]
  /** Undocumented fields, as JSON. */
  readonly more: readonly (readonly [name: string, json: string])[]
  readonly label: string | null
  /** The payment request for the QR code, or null. */
  readonly paymentUri: string | null
  readonly json: string
  /** When the service sent it in this session, in milliseconds since the epoch; null if loaded from disk. */
  readonly receivedAt: number | null
  /** When it was last saved, if loaded from disk. */
  readonly keptAt: number | null
  /** A comparison found that the service no longer has it. */
  readonly isUnlisted: boolean
  /** The previous address of this ID, until acknowledged. */
  readonly previous: { readonly address: string; readonly network: string; readonly at: number } | null
}

/** The service's answer for an address loaded from disk. */
export type AddressConfirmation =
  | { readonly state: 'same'; readonly at: number }
  | { readonly state: 'differs'; readonly at: number; readonly address: string; readonly network: string }
  | { readonly state: 'gone'; readonly at: number }
  /** The service was not reached. */
  | { readonly state: 'unknown'; readonly sentence: string }

export interface CopyOutcome {
  readonly matches: boolean
  readonly sentence: string
  /** The end of the clipboard check; null if the text is not an address. */
  readonly watchedUntil: number | null
}
