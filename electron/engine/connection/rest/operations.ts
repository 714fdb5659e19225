import type { ServiceFeature } from '#shared/contract/connection/connections'

export interface Operation {
  readonly feature: ServiceFeature
  /** After “to”, for sentences. */
  readonly doing: string
  /** What there is none of when the service answers 404. */
  readonly absent: string | null
  readonly maxBytes: number
}

const megabyte = 1024 * 1024

export const operations = {
  // A thousand addresses with six long pairs of metadata each stay below half of it.
  listAddresses: {
    feature: 'addresses',
    doing: 'list deposit addresses',
    absent: null,
    maxBytes: 16 * megabyte
  },
  readStatement: {
    feature: 'statements',
    doing: 'read rewards statements',
    absent: 'statement',
    maxBytes: megabyte
  },
  readConversion: {
    feature: 'conversions',
    doing: 'read stablecoin conversions',
    absent: 'conversion',
    maxBytes: megabyte
  }
} as const satisfies Record<string, Operation>
