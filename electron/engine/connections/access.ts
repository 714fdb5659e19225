import { localSandboxId, type Profile, type ProfileDraft } from '../../shared/contract/connections'
import { fail } from '../../shared/domain/problem'
import { localAbsent, type LocalService } from './local'
import { scopesFor } from './scopes'
import type { Secrets } from './secrets'

/** All that is needed to use a profile. It stays in main: the secret is in it. */
export interface Access {
  readonly restBase: string
  readonly tokenHost: string
  readonly streamAddress: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: readonly string[]
}

export async function accessOf(
  profile: Profile,
  secrets: Secrets,
  local: LocalService | null
): Promise<Access> {
  const scopes = scopesFor(profile.features)
  if (profile.id === localSandboxId) {
    if (!local) throw localAbsent()
    return { ...(await local.start()), scopes }
  }
  const clientSecret = await secrets.read(profile.id)
  if (!clientSecret) {
    throw fail('connection.no-secret', `${profile.name} has no client secret yet. Type it in and save.`)
  }
  const { restBase, tokenHost, streamAddress, clientId } = profile
  return { restBase, tokenHost, streamAddress, clientId, clientSecret, scopes }
}

/**
 * A stored secret goes to the token host that it was typed for and to no other: else whoever can fill in the form
 * could have it sent anywhere.
 */
export const needsSecretAgain = (stored: ProfileDraft, draft: ProfileDraft) =>
  stored.tokenHost !== draft.tokenHost

export const secretAgain =
  'The token host has changed, so type the client secret again: the stored one is not sent to another place.'
