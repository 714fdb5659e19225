import { localSandboxId, type Profile } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { connectionsText } from '#shared/messages/profiles'
import { localAbsent, type LocalService } from './local'
import { scopesFor } from './scopes'
import type { Secrets } from './secrets'
import { validateDraft } from './validate'

/** Everything needed to use a profile. It contains the secret and stays in main. */
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
  if (secrets.stateOf(profile.id) === 'none') throw noSecret(profile)
  // The file is editable, so it is validated like input.
  const judged = validateDraft(profile, [])
  if (!judged.valid) {
    const reason = Object.values(judged.fields)[0] ?? ''
    throw fail('connection.invalid', connectionsText.invalid(profile.name, reason))
  }
  const { restBase, tokenHost, streamAddress, clientId } = judged.draft
  const endpoints = { restBase, tokenHost, streamAddress, clientId }
  const clientSecret = await secrets.read(profile.id, endpoints)
  if (!clientSecret) throw noSecret(profile)
  return { ...endpoints, clientSecret, scopes }
}

const noSecret = ({ name }: Profile) => fail('connection.no-secret', connectionsText.secret.missing(name))
