import type { DraftField } from '#shared/contract/connection/connections'
import { connectionsText } from '../../messages/connection'

interface FieldWords {
  readonly id: string
  readonly label: string
  readonly placeholder?: string
}

/** In form order, so that the first error gets the focus. */
export const draftFields = {
  name: { id: 'profile-name', label: connectionsText.fields.name },
  restBase: {
    id: 'rest-base',
    label: connectionsText.fields.restBase,
    placeholder: 'https://api.example.com/v2'
  },
  tokenHost: {
    id: 'token-host',
    label: connectionsText.fields.tokenHost,
    placeholder: 'https://auth.example.com'
  },
  streamAddress: {
    id: 'stream-address',
    label: connectionsText.fields.streamAddress,
    placeholder: 'wss://api.example.com/v2/stream'
  },
  clientId: { id: 'client-id', label: connectionsText.fields.clientId },
  clientSecret: { id: 'client-secret', label: connectionsText.fields.clientSecret },
  servers: {
    id: 'feed-servers',
    label: connectionsText.fields.servers,
    placeholder: 'tls://feed.example.com:4222'
  },
  digest: { id: 'feed-digest', label: connectionsText.fields.digest, placeholder: '20df12314ad4' },
  features: { id: 'feature-markets', label: connectionsText.features.title }
} as const satisfies Record<DraftField, FieldWords>
