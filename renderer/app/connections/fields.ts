import type { DraftField } from '#shared/contract/connection/connections'

interface FieldWords {
  readonly id: string
  readonly label: string
  readonly placeholder?: string
}

/** In the order of the form, so that the first mistake on the screen gets the focus. */
export const draftFields = {
  name: { id: 'profile-name', label: 'Name' },
  restBase: { id: 'rest-base', label: 'REST base address', placeholder: 'https://api.example.com/v2' },
  tokenHost: { id: 'token-host', label: 'Token host', placeholder: 'https://auth.example.com' },
  streamAddress: {
    id: 'stream-address',
    label: 'Stream address',
    placeholder: 'wss://api.example.com/v2/stream'
  },
  clientId: { id: 'client-id', label: 'Client id' },
  clientSecret: { id: 'client-secret', label: 'Client secret' },
  features: { id: 'feature-markets', label: 'Features' }
} as const satisfies Record<DraftField, FieldWords>
