import type { ServiceFeature } from '#shared/contract/connection/connections'
import { restText } from '#shared/messages/service'

export interface Operation {
  readonly feature: ServiceFeature
  readonly text: {
    readonly scope: (scopes: readonly string[]) => string
    readonly forbidden: (host: string) => string
    /** For a 404 from the correct host. */
    readonly notFound?: (host: string) => string
  }
  readonly maxBytes: number
}

const megabyte = 1024 * 1024

export const operations = {
  // A thousand addresses with long metadata need less than half.
  listAddresses: {
    feature: 'addresses',
    text: restText.listAddresses,
    maxBytes: 16 * megabyte
  },
  readStatement: {
    feature: 'statements',
    text: restText.readStatement,
    maxBytes: megabyte
  },
  readConversion: {
    feature: 'conversions',
    text: restText.readConversion,
    maxBytes: megabyte
  }
} as const satisfies Record<string, Operation>
