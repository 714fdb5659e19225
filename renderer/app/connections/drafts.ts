import {
  featureScopes,
  type Environment,
  type Profile,
  type ProfileDraft,
  type ServiceFeature
} from '#shared/contract/connection/connections'
import { connectionsText } from '../../messages/connection'

export const features = Object.keys(featureScopes) as ServiceFeature[]

export const environmentOptions: readonly { readonly value: Environment; readonly title: string }[] = [
  { value: 'local', title: connectionsText.environments.local },
  { value: 'sandbox', title: connectionsText.environments.sandbox },
  { value: 'production', title: connectionsText.environments.production }
]

export const blankDraft = (): ProfileDraft => ({
  name: '',
  environment: 'sandbox',
  restBase: '',
  tokenHost: '',
  streamAddress: '',
  clientId: '',
  features: { markets: true, addresses: true, conversions: true, statements: true }
})

export function draftOf(profile: Profile): ProfileDraft {
  const { name, environment, restBase, tokenHost, streamAddress, clientId, feed } = profile
  return {
    name,
    environment,
    restBase,
    tokenHost,
    streamAddress,
    clientId,
    features: { ...profile.features },
    ...(feed && { feed })
  }
}

export const sameDraft = (one: ProfileDraft, other: ProfileDraft) =>
  one.name === other.name &&
  one.environment === other.environment &&
  one.restBase === other.restBase &&
  one.tokenHost === other.tokenHost &&
  one.streamAddress === other.streamAddress &&
  one.clientId === other.clientId &&
  JSON.stringify(one.feed) === JSON.stringify(other.feed) &&
  features.every((feature) => one.features[feature] === other.features[feature])
